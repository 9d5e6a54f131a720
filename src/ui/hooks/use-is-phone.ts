import { useSyncExternalStore } from 'react'

const narrow = (): MediaQueryList => globalThis.matchMedia('(max-width: 899px)')

const subscribe = (changed: () => void): (() => void) => {
  const query = narrow()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Returns true while the window is too narrow for two columns, as `max-desk:` of the styles. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches)
