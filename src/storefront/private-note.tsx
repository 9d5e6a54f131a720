import { useState, type ReactNode } from 'react'
import type { Observable } from '#platform/observable/observable.ts'
import { isLasting, watchStoreState } from '#shop/device/store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/device.ts'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { whenIdle } from '#ui/hooks/when-idle.ts'

/** The last result, for the first render of the next screen. */
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
        // Offline the probe's code may be missing: the window then counts as ordinary.
        .catch(() => undefined)
    })
    return () => {
      stopped = true
      stop()
    }
  },
}

/** Returns true in a private window, which loses its tickets when it closes; false until known. */
export function usePrivateWindow(): boolean {
  const isPrivate = useWatched(() => privateWindow, []).value ?? known
  const store = useWatched(watchStoreState, []).value
  // Without any storage, the notice above the page says so.
  return isPrivate && isLasting(store)
}

export function PrivateNote({ className }: { className?: string }) {
  return usePrivateWindow() ? <Words className={className} /> : null
}

/** Puts the note above `children` if known at their first render, else below: a button must not move under a press. */
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
