import { useState, type ReactNode } from 'react'
import type { Observable } from '#platform/observable/observable.ts'
import { watchStoreState } from '#shop/device/store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/app/device.ts'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { whenIdle } from '#ui/hooks/when-idle.ts'

/** The last result in this page: the next screen begins with it. */
let known = false

const privateWindow: Observable<boolean> = {
  subscribe(next) {
    let stopped = false
    const stop = whenIdle(() => {
      import('#platform/device/private-window.ts')
        .then((probe) => probe.isPrivateWindow())
        .then((found) => {
          known = found
          if (!stopped) next(found)
        })
        // Offline the probe's code may be missing: then the window counts as an ordinary one.
        .catch(() => undefined)
    })
    return () => {
      stopped = true
      stop()
    }
  },
}

/** True where tickets are lost with the window because it is private; false until that is known. */
export function usePrivateWindow(): boolean {
  const isPrivate = useWatched(() => privateWindow, []).value ?? known
  const store = useWatched(watchStoreState, []).value
  // Where nothing is stored at all the notice above the page says so.
  return isPrivate && typeof store === 'object' && store.kind === 'device'
}

export function PrivateNote({ className }: { className?: string }) {
  return usePrivateWindow() ? <Words className={className} /> : null
}

/**
 * Shows the note above `children` when it is known at their first drawing, else below them: a button that is about to be
 * pressed does not move.
 */
export function WithPrivateNote({
  isPrivate,
  className,
  children,
}: {
  isPrivate: boolean
  className?: string
  children: ReactNode
}) {
  const [isAbove] = useState(isPrivate)
  const words = isPrivate ? <Words className={className} /> : null
  return (
    <>
      {isAbove && words}
      {children}
      {!isAbove && words}
    </>
  )
}

const Words = ({ className = '' }: { className?: string | undefined }) => (
  <Note kind="warn" role="status" className={`no-print ${className}`}>
    {t('device.private')}
  </Note>
)
