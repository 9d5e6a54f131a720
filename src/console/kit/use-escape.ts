import { useEffect, useEffectEvent, type RefObject } from 'react'
import { leaveOrAsk } from './unsaved-work.ts'

/** Calls `leave` on Escape inside the element; asks first about unsaved work. */
export function useEscape(element: RefObject<HTMLElement | null>, leave: () => void): void {
  const newest = useEffectEvent(leave)
  useEffect(() => {
    const node = element.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // Otherwise the browser closes the question with the same key.
      event.preventDefault()
      leaveOrAsk(() => newest())
    }
    node?.addEventListener('keydown', onKey)
    return () => node?.removeEventListener('keydown', onKey)
  }, [element])
}
