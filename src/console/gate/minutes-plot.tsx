import { formatTime } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'

const MINUTE_MS = 60_000
const SHOWN_MINUTES = 60

export function MinutesPlot({ minutes, at }: { minutes: readonly { minute: number; admitted: number }[]; at: number }) {
  const last = Math.floor(at / MINUTE_MS)
  const sums = Array.from({ length: SHOWN_MINUTES }, () => 0)
  for (const one of minutes) {
    const index = SHOWN_MINUTES - 1 - (last - Math.floor(one.minute / MINUTE_MS))
    if (index >= 0 && index < SHOWN_MINUTES) sums[index]! += one.admitted
  }
  const most = Math.max(...sums)
  if (most === 0) return <p className="text-2 text-muted">No one in the last hour.</p>
  const busiest = sums.indexOf(most)
  const timeOf = (index: number): string => formatTime((last - (SHOWN_MINUTES - 1 - index)) * MINUTE_MS)
  return (
    <figure>
      <svg
        viewBox={`0 0 ${SHOWN_MINUTES * 8} 80`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Most in one minute: ${count(most)} at ${timeOf(busiest)}. This minute: ${count(sums[SHOWN_MINUTES - 1] ?? 0)}.`}
        className="h-24 w-full border-b border-rule-strong"
      >
        {sums.map((sum, index) => (
          <rect
            key={index}
            x={index * 8 + 1}
            width={6}
            y={80 - (sum / most) * 78}
            height={(sum / most) * 78}
            className={index === SHOWN_MINUTES - 1 ? 'fill-accent' : 'fill-ink'}
          />
        ))}
      </svg>
      <figcaption className="flex justify-between pt-1 text-1 text-muted tabular-nums">
        <span>{timeOf(0)}</span>
        <span>
          most {count(most)} at {timeOf(busiest)}
        </span>
        <span>{timeOf(SHOWN_MINUTES - 1)}</span>
      </figcaption>
    </figure>
  )
}
