import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onKey` for each key pressed in the window while `on`; with `capture`, before any element. The newest `onKey` is
 * the one that runs.
 */
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
