import { useSyncExternalStore } from 'react'

/** The one breakpoint of the layout: below it the screen is a phone's. */
const phone = (): MediaQueryList => globalThis.matchMedia('(max-width: 899px)')

const subscribe = (changed: () => void): (() => void) => {
  const query = phone()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** True on a narrow screen; follows turning and resizing. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone().matches)

/** iPhone, iPod and iPad (which calls itself a Mac but has a touch screen): there `upi:` has no chooser. */
export const isAppleTouch = (nav: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean =>
  /iPhone|iPod|iPad/.test(nav.userAgent) || (nav.userAgent.includes('Macintosh') && nav.maxTouchPoints > 1)

/** A computer: a mouse and no touch screen. No UPI app can be opened there. */
export const isComputer = (
  nav: Pick<Navigator, 'maxTouchPoints'> = navigator,
  isMouse: () => boolean = () => globalThis.matchMedia('(hover: hover) and (pointer: fine)').matches,
): boolean => nav.maxTouchPoints === 0 && isMouse()
