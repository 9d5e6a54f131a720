import { atom, useAtomValue } from 'jotai'
import type { Region } from '#shop/people/profile.ts'
import { watchMyProfile } from '#shop/people/current-user.store.ts'
import { formatDayTime, formatTime, type Instant } from '#platform/time/ist.ts'

const regionAtom = atom<Region>('india')
regionAtom.onMount = (set) =>
  watchMyProfile().subscribe(
    (profile) => set(profile?.region ?? 'india'),
    () => set('india'),
  )

export const useRegion = (): Region => useAtomValue(regionAtom)

/** ' IST' for customers outside India, else ''. */
const useZone = (): string => (useRegion() === 'international' ? '\u00a0IST' : '')

export function ConcertTime({ at, day = false }: { at: Instant; day?: boolean }) {
  const zone = useZone()
  return (
    <>
      {day ? formatDayTime(at) : formatTime(at)}
      {zone}
    </>
  )
}
