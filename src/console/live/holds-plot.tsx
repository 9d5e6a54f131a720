import { formatTime } from '#platform/time/ist.ts'
import { holdsByMinute, type HoldsAt } from '#shop/upkeep/live.ts'
import { count } from '#ui/format.ts'
import { clockText, holdsText } from './live-words.ts'

const BAR = 8
const HEIGHT = 80

/** Holds of every ten seconds, in a picture, a sentence and a table by minute. */
export function HoldsPlot({ holds }: { holds: readonly HoldsAt[] }) {
  const most = Math.max(1, ...holds.map((one) => one.count))
  const said = holdsText([...holds])
  const [first, last] = [holds[0], holds.at(-1)]
  return (
    <figure>
      <svg
        viewBox={`0 0 ${Math.max(1, holds.length) * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={said}
        className="h-24 w-full border-b border-rule-strong"
      >
        {holds.map((one, index) => {
          const height = (one.count / most) * (HEIGHT - 2)
          return (
            <rect
              key={one.at}
              x={index * BAR + 1}
              width={BAR - 2}
              y={HEIGHT - height}
              height={height}
              className={one === last ? 'fill-accent' : 'fill-ink'}
            />
          )
        })}
      </svg>
      {first && last ? (
        <figcaption className="flex justify-between gap-x-4 pt-1 text-1 text-muted tabular-nums">
          <span className="whitespace-nowrap">{formatTime(first.at)}</span>
          <span aria-hidden="true" className="text-center">
            {said}
          </span>
          <span className="whitespace-nowrap">{clockText(last.at)}</span>
        </figcaption>
      ) : null}
      <details className="mt-1 text-2">
        <summary className="min-h-9 cursor-pointer pt-1.5 text-muted">As a table</summary>
        <table className="w-full max-w-[320px] border-collapse tabular-nums">
          <caption className="sr-only">Holds by minute</caption>
          <tbody>
            {holdsByMinute(holds)
              .toReversed()
              .map((minute) => (
                <tr key={minute.at} className="border-t border-rule">
                  <th scope="row" className="py-1 text-left font-text">
                    {formatTime(minute.at)}
                  </th>
                  <td className="text-right">{count(minute.count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
