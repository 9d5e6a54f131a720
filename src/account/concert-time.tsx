import type { Region } from '#shop/people/profile.ts'
import { watchMyProfile } from '#shop/people/current-user.store.ts'
import { whileWatched } from '#platform/observable/observable.ts'
import { formatDayTime, formatTime, type Instant } from '#platform/time/ist.ts'
import { useValue } from '#ui/hooks/use-value.ts'

const region = whileWatched<Region>('india', (set) =>
  watchMyProfile().subscribe(
    (profile) => set(profile?.region ?? 'india'),
    () => set('india'),
  ),
)

export const useRegion = (): Region => useValue(region)

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
