import { atom, useAtomValue } from 'jotai'
import type { Region } from '#shop/people/profile.ts'
import { watchMyProfile } from '#shop/people/current-user.store.ts'

/** Read once for the whole page: every row of a list uses it. */
const regionAtom = atom<Region>('india')
regionAtom.onMount = (set) =>
  watchMyProfile().subscribe(
    (profile) => set(profile?.region ?? 'india'),
    () => set('india'),
  )

/** The region that the signed-in customer chose; India without one. */
export const useRegion = (): Region => useAtomValue(regionAtom)

/** The text after the time of a concert: for buyers outside India the name of India's time. */
export const useZone = (): string => (useRegion() === 'international' ? '\u00a0IST' : '')
