import { useEffect, useState, type ReactNode } from 'react'
import { watchStoreState } from '#shop/device/store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/app/device.ts'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { whenIdle } from '#ui/hooks/when-idle.ts'

/** What was found in this page: the next screen knows it at once. */
let known = false

/** Whether tickets do not stay because the window is private. False until that is known: nothing waits for the answer. */
export function usePrivateWindow(): boolean {
  const [isPrivate, setPrivate] = useState(known)
  const store = useWatched(watchStoreState, []).value
  useEffect(() => {
    let current = true
    const stop = whenIdle(() => {
      import('#platform/device/private-window.ts')
        .then((probe) => probe.isPrivateWindow())
        .then((found) => {
          known = found
          if (current) setPrivate(found)
        })
        // Without the network its code may not be here: then nothing is said.
        .catch(() => undefined)
    })
    return () => {
      current = false
      stop()
    }
  }, [])
  // Where nothing is stored at all the notice above the page says so.
  return isPrivate && typeof store === 'object' && store.kind === 'device'
}

/** In a private window: that the ticket does not stay, and how to take it along. */
export function PrivateNote({ className }: { className?: string }) {
  return usePrivateWindow() ? <Words className={className} /> : null
}

/**
 * The note above `children` when it is known as they are drawn. When it comes later it stands below them: what somebody is
 * about to press does not move.
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
