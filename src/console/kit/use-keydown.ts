import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls the newest `onKey` for keys in the window while `on`; with `capture`, before any element. */
export function useKeydown(
  onKey: (event: KeyboardEvent) => void,
  { on = true, capture = false }: { on?: boolean; capture?: boolean } = {},
): void {
  const newest = useEffectEvent(onKey)
  // Before the page is seen: a key may follow at once.
  useLayoutEffect(() => {
    if (!on) return
    const listener = (event: KeyboardEvent): void => newest(event)
    addEventListener('keydown', listener, capture)
    return () => removeEventListener('keydown', listener, capture)
  }, [on, capture])
}
