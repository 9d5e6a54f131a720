import { formatDayTime, formatTime, type Instant } from '#platform/time/ist.ts'
import { useZone } from './region.ts'

/** When a concert begins: '7:30 pm', or with its day; who buys from abroad is told that it is India's time. */
export function ConcertTime({ at, day = false }: { at: Instant; day?: boolean }) {
  const zone = useZone()
  return (
    <>
      {day ? formatDayTime(at) : formatTime(at)}
      {zone}
    </>
  )
}
