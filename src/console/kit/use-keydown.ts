import { useEffectEvent, useLayoutEffect, useEffect, type RefObject } from 'react'
import { leaveOrAsk } from './unsaved-work.ts'

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

/** Calls `leave` on Escape inside the element, but not in a dialog there; asks first about unsaved work. */
export function useEscape(element: RefObject<HTMLElement | null>, leave: () => void): void {
  const newest = useEffectEvent(leave)
  useEffect(() => {
    const node = element.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // A dialog inside the element, such as a search, closes by itself.
      if (event.target instanceof Element && event.target.closest('dialog') !== node?.closest('dialog')) return
      // Otherwise the browser closes the question with the same key.
      event.preventDefault()
      leaveOrAsk(() => newest())
    }
    node?.addEventListener('keydown', onKey)
    return () => node?.removeEventListener('keydown', onKey)
  }, [element])
}
