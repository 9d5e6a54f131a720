import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * The form of an order and its result share one address, so the router sees no new page. The view starts at its top
 * and its heading takes the focus, which reads it out; going back and reloading keep the place where one was.
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
