import { atom, useAtomValue } from 'jotai'
import type { Region } from '#shop/people/profile.ts'
import { watchMyProfile } from '#shop/people/current-user.store.ts'

const regionAtom = atom<Region>('india')
regionAtom.onMount = (set) =>
  watchMyProfile().subscribe(
    (profile) => set(profile?.region ?? 'india'),
    () => set('india'),
  )

export const useRegion = (): Region => useAtomValue(regionAtom)

/** ' IST' for customers outside India, else ''. */
export const useZone = (): string => (useRegion() === 'international' ? '\u00a0IST' : '')
