import { useEffect, useEffectEvent } from 'react'

/** Calls the newest `onKey` for keys in the window while `on`; with `capture`, before any element. */
export function useKeydown(
  onKey: (event: KeyboardEvent) => void,
  { on = true, capture = false }: { on?: boolean; capture?: boolean } = {},
): void {
  const newest = useEffectEvent(onKey)
  useEffect(() => {
    if (!on) return
    const listener = (event: KeyboardEvent): void => newest(event)
    addEventListener('keydown', listener, capture)
    return () => removeEventListener('keydown', listener, capture)
  }, [on, capture])
}
