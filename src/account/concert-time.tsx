import { formatDayTime, formatTime, type Instant } from '#platform/time/ist.ts'
import { useZone } from './region.ts'

/** A concert's time as '7:30 pm', or with its day; adds ' IST' for customers outside India. */
export function ConcertTime({ at, day = false }: { at: Instant; day?: boolean }) {
  const zone = useZone()
  return (
    <>
      {day ? formatDayTime(at) : formatTime(at)}
      {zone}
    </>
  )
}
