import { useSyncExternalStore } from 'react'

const phone = (): MediaQueryList => globalThis.matchMedia('(max-width: 899px)')

const subscribe = (changed: () => void): (() => void) => {
  const query = phone()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone().matches)

/** iPhone, iPod and iPad (which calls itself a Mac but has a touch screen): `upi:` opens no chooser there. */
export const isAppleTouch = (nav: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): boolean =>
  /iPhone|iPod|iPad/.test(nav.userAgent) || (nav.userAgent.includes('Macintosh') && nav.maxTouchPoints > 1)

/** A mouse and no touch screen: no UPI app can be opened. */
export const isComputer = (
  nav: Pick<Navigator, 'maxTouchPoints'> = navigator,
  isMouse: () => boolean = () => globalThis.matchMedia('(hover: hover) and (pointer: fine)').matches,
): boolean => nav.maxTouchPoints === 0 && isMouse()
