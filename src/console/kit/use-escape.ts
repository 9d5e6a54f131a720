import { useEffect, useEffectEvent, type RefObject } from 'react'
import { leaveOrAsk } from './unsaved-work.ts'

/** Calls `leave` when Escape is pressed inside the element, asking first about unsaved work: the way out of editing in place. */
export function useEscape(element: RefObject<HTMLElement | null>, leave: () => void): void {
  const newest = useEffectEvent(leave)
  useEffect(() => {
    const node = element.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // Else the browser closes the question with the same key.
      event.preventDefault()
      leaveOrAsk(() => newest())
    }
    node?.addEventListener('keydown', onKey)
    return () => node?.removeEventListener('keydown', onKey)
  }, [element])
}
