import type { GateCounters } from '#shop/gate/gate-watch.api.ts'
import { perMinute, RATE_MINUTES } from '#shop/gate/scans/rate.ts'
import { formatTime } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import { Plot } from '../kit/plot/plot.tsx'

const MINUTE_MS = 60_000
/** As many have to come in RATE_MINUTES before they say how fast the rest comes. */
const LEAST_LATELY = 10
const LONGEST_MINUTES = 180
const SHOWN_MINUTES = 60

type Came = Pick<GateCounters, 'minutes' | 'at'>

/**
 * Returns 'All in by 7:05 pm at this rate', in India and to the next five minutes; null when all are in, when too few came
 * in the last five minutes to tell, and for a time more than three hours away.
 */
export function allInBy(of: Came & Pick<GateCounters, 'expected' | 'admitted'>): string | null {
  const left = of.expected - of.admitted
  const rate = perMinute(of.minutes, of.at)
  if (left <= 0 || rate * RATE_MINUTES < LEAST_LATELY || left / rate > LONGEST_MINUTES) return null
  const step = 5 * MINUTE_MS
  return `All in by ${formatTime(Math.ceil((of.at + (left / rate) * MINUTE_MS) / step) * step)} at this rate`
}

/** Draws who came in each minute of the last hour, and says when all are in at the rate of now. */
export function Arrivals({ counters }: { counters: GateCounters }) {
  const last = Math.floor(counters.at / MINUTE_MS)
  const sums = Array.from({ length: SHOWN_MINUTES }, () => 0)
  for (const one of counters.minutes) {
    const index = SHOWN_MINUTES - 1 - (last - Math.floor(one.minute / MINUTE_MS))
    if (index >= 0 && index < SHOWN_MINUTES) sums[index]! += one.admitted
  }
  const most = Math.max(...sums)
  if (most === 0) return <p className="text-2 text-muted">No one in the last hour.</p>
  const at = sums.map((_, index) => formatTime((last - (SHOWN_MINUTES - 1 - index)) * MINUTE_MS))
  const said = [allInBy(counters), `Most in one minute: ${count(most)} at ${at[sums.indexOf(most)]}`]
  return (
    <Plot
      title="Arrivals by minute"
      isHeaded
      aside={`${count(counters.admitted)} of ${count(counters.expected)} let in`}
      said={`${said.filter(Boolean).join('. ')}.`}
      at={at}
      series={[{ name: 'Let in', values: sums }]}
      word={count}
    />
  )
}
