import { formatDayTime, formatTime, type Instant } from '#platform/time/ist.ts'
import { useZone } from './region.ts'

/** The time of a concert: '7:30 pm', or with its day; for buyers abroad with the name of India's time. */
export function ConcertTime({ at, day = false }: { at: Instant; day?: boolean }) {
  const zone = useZone()
  return (
    <>
      {day ? formatDayTime(at) : formatTime(at)}
      {zone}
    </>
  )
}
