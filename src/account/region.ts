import { atom, useAtomValue } from 'jotai'
import type { Region } from '#shop/people/profile.ts'
import { watchMyProfile } from '#shop/people/current-user.store.ts'

/** One reading for the whole page: rows of a list ask for it too. */
const sourceAtom = atom<Region>('india')
sourceAtom.onMount = (set) =>
  watchMyProfile().subscribe(
    (profile) => set(profile?.region ?? 'india'),
    () => set('india'),
  )
const regionAtom = atom((get) => get(sourceAtom))

/** The region that whoever is signed in chose; India for everybody else. */
export const useRegion = (): Region => useAtomValue(regionAtom)

/** What follows a time of a concert: nothing in India, the name of India's time for who buys from elsewhere. */
export const useZone = (): string => (useRegion() === 'international' ? '\u00a0IST' : '')
