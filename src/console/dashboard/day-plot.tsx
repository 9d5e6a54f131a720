import { useId } from 'react'
import { formatDayShort } from '#platform/time/ist.ts'

const LINES = 4

/** Returns the smallest of 1, 2, 5 × 10ⁿ that reaches `most` in four steps. */
export function plotStep(most: number): number {
  const raw = Math.max(most, LINES) / LINES
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => one >= raw - 1e-9)
  return Math.max(1, step ?? 10 * power)
}

export function DayPlot({
  title,
  days,
  word,
}: {
  title: string
  days: readonly { day: string; value: number }[]
  word: (value: number) => string
}) {
  const id = useId()
  const most = Math.max(0, ...days.map((one) => one.value))
  const step = plotStep(most)
  const top = step * LINES
  const sum = days.reduce((total, one) => total + one.value, 0)
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return null
  return (
    <figure className="m-0 min-w-0" aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-strong">{title}</span>
        <span className="text-2 text-muted tabular-nums">{word(sum)} in all</span>
      </figcaption>
      <div aria-hidden="true" className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <div className="relative h-[140px]">
          {Array.from({ length: LINES + 1 }, (_, line) => (
            <div
              key={line}
              className="absolute inset-x-0 border-t border-rule"
              style={{ bottom: `${(line / LINES) * 100}%` }}
            />
          ))}
          <div className="absolute inset-0 flex items-end gap-px">
            {days.map((one) => (
              <div
                key={one.day}
                title={`${formatDayShort(one.day)}: ${word(one.value)}`}
                className="flex h-full min-w-0 flex-1 items-end"
              >
                <div
                  className={`w-full ${one === last ? 'bg-accent' : 'bg-ink'}`}
                  style={{ height: `${(one.value / top) * 100}%` }}
                />
              </div>
            ))}
          </div>
        </div>
        <div className="relative -my-2 flex flex-col-reverse justify-between text-right text-1 text-muted tabular-nums">
          {Array.from({ length: LINES + 1 }, (_, line) => (
            <span key={line} className="leading-4">
              {word(step * line)}
            </span>
          ))}
        </div>
        <div className="mt-1 flex justify-between text-1 text-muted">
          <span>{formatDayShort(first.day)}</span>
          <span>Today</span>
        </div>
      </div>
      <details className="mt-1 text-2">
        <summary className="min-h-9 cursor-pointer pt-1.5 text-muted">As a table</summary>
        <table className="w-full max-w-[320px] border-collapse tabular-nums">
          <caption className="sr-only">{title}</caption>
          <tbody>
            {days.toReversed().map((one) => (
              <tr key={one.day} className="border-t border-rule">
                <th scope="row" className="py-1 text-left font-text">
                  {formatDayShort(one.day)}
                </th>
                <td className="text-right">{word(one.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
