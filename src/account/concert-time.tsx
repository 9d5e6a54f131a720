import { formatDayTime, formatTime, type Instant } from '#platform/time/ist.ts'
import { useZone } from './region.ts'

export function ConcertTime({ at, day = false }: { at: Instant; day?: boolean }) {
  const zone = useZone()
  return (
    <>
      {day ? formatDayTime(at) : formatTime(at)}
      {zone}
    </>
  )
}
