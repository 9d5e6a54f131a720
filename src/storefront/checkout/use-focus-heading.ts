import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * Scrolls up and focuses the heading: an order's form and result share one address, so the router sees no new page.
 * Back and reload keep the position.
 */
export function useFocusHeading<T extends HTMLElement>(key: string): RefObject<T | null> {
  const heading = useRef<T>(null)
  const arrived = useNavigationType()
  useLayoutEffect(() => {
    if (arrived === 'POP') return
    globalThis.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line exhaustive-effect-dependencies -- another key is another page
  }, [key, arrived])
  return heading
}
