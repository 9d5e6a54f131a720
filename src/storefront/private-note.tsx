import { useEffect, useState } from 'react'
import { watchStoreState } from '#offline/store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/device.ts'
import { Note } from '#ui/note.tsx'
import { useWatched } from '#ui/use-watched.ts'
import { whenIdle } from '#ui/when-idle.ts'

/** In a private window: that the ticket does not stay, and how to take it along. Nothing waits for the answer. */
export function PrivateNote({ className }: { className?: string }) {
  const [isPrivate, setPrivate] = useState(false)
  const store = useWatched(watchStoreState, []).value
  useEffect(() => {
    let current = true
    const stop = whenIdle(() => {
      import('#offline/private-window.ts')
        .then((probe) => probe.isPrivateWindow())
        .then((found) => current && setPrivate(found))
        // Without the network its code may not be here: then nothing is said.
        .catch(() => undefined)
    })
    return () => {
      current = false
      stop()
    }
  }, [])
  // Where nothing is stored at all the notice above the page says so.
  if (!isPrivate || typeof store !== 'object' || store.kind !== 'device') return null
  return (
    <Note kind="warn" role="status" className={`no-print ${className ?? ''}`}>
      {t('device.private')}
    </Note>
  )
}
