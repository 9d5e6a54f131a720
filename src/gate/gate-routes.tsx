import { RequireStaff } from '#account/session/guards.tsx'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { watchGateLists } from '#shop/gate/lists/lists.store.ts'
import { watchGateSetup } from '#shop/gate/setup.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { PrepareScreen } from './prepare/prepare-screen.tsx'
import { ScannerScreen } from './scanner/scanner-screen.tsx'
import '#ui/messages/en/gate/gate.ts'
import '#ui/messages/en/gate/prepare.ts'
import '../index.css'

export function GateRoutes() {
  return (
    <RequireStaff staff={['gate']}>
      <GateScreen />
    </RequireStaff>
  )
}

/** In the address while an open gate is set up again, so that the back key leads to the scanner. */
const SETUP_QUERY = 'setup'

function GateScreen() {
  const setup = useWatched(watchGateSetup, []).value
  const lists = useWatched(watchGateLists, []).value
  const [query, setQuery] = useSearchParams()
  const [practice, setPractice] = useState(false)
  const toSetup = useCallback(() => {
    setPractice(false)
    setQuery({ [SETUP_QUERY]: '' })
  }, [setQuery])

  if (setup === undefined || lists === undefined) return <div className="min-h-dvh bg-surface" />
  const complete = lists.some((list) => setup?.eventIds.includes(list.eventId) && list.listAt !== null)
  const preparing = !setup || !complete || query.has(SETUP_QUERY) || (!setup.open && !practice)
  if (preparing)
    return (
      <PrepareScreen
        setup={setup}
        onOpen={(on) => {
          setPractice(on)
          setQuery({}, { replace: true })
        }}
      />
    )
  return (
    <ScannerScreen
      key={practice ? 'practice' : 'gate'}
      gate={setup.gate}
      eventIds={setup.eventIds}
      practice={practice}
      onSetup={toSetup}
      onPractice={setPractice}
    />
  )
}
