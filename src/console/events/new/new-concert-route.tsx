import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readConcertSource } from '#shop/catalogue/admin/concert.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ListFailure, ListSkeleton, PageHead } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { useKnown } from './use-known.ts'
import { newConcert } from './draft/concert-draft.ts'
import { ConcertForm } from './concert-form.tsx'
import { copyOf } from './draft/copy-concert.ts'
import { readStoredConcert, storeConcert } from './draft/stored-concert.ts'

/** Makes a new concert; `?from=` fills the form like an event that is stored. */
export function NewConcertRoute() {
  const [search] = useSearchParams()
  const from = search.get('from') ?? ''
  usePageTitle(from ? 'Duplicate a concert' : 'New concert', 'admin')
  const known = useKnown()
  const source = useLoaded(from, () => readConcertSource(from))
  const failure = known.failure ?? source.failure
  const ready = known.value && (from === '' || source.current)
  return (
    <>
      <PageHead title={from ? 'Duplicate a concert' : 'New concert'} links={[['All events', paths.adminEvents]]} />
      <ListFailure
        message="Failed to load the form"
        failure={failure}
        onRetry={() => void Promise.all([known.reload(), from ? source.reload() : null])}
      />
      {ready && known.value ? (
        <Begun
          key={from}
          from={from}
          known={known.value}
          make={() => (source.value && from ? copyOf(source.value, Date.now()) : newConcert(Date.now()))}
        />
      ) : failure ? null : (
        <ListSkeleton />
      )}
    </>
  )
}

/** The form as it was left on this device, or a new one. */
function Begun({
  from,
  known,
  make,
}: {
  from: string
  known: Parameters<typeof ConcertForm>[0]['known']
  make: () => Parameters<typeof ConcertForm>[0]['initial']
}) {
  const [begun, setBegun] = useState(() => {
    const stored = readStoredConcert(from)
    return { draft: stored ?? make(), restored: stored !== null, turn: 0 }
  })
  const anew = () => {
    storeConcert(from, null)
    setBegun((now) => ({ draft: make(), restored: false, turn: now.turn + 1 }))
  }
  return (
    <>
      {begun.restored ? (
        <Note kind="info" className="mt-4">
          <p>What you had typed here is back. Nothing of it is saved yet.</p>
          <Button kind="line" small className="mt-2" onClick={anew}>
            Start anew
          </Button>
        </Note>
      ) : null}
      <ConcertForm key={begun.turn} from={from} initial={begun.draft} restored={begun.restored} known={known} />
    </>
  )
}
