import type { GateCounters } from '#shop/gate/gate-watch.api.ts'
import { count } from '#ui/format.ts'
import { Cell } from '#ui/display/table.tsx'
import { Figure } from '../kit/fact.tsx'
import { formatTime } from '#platform/time/ist.ts'
import { isRefusedReason } from '#shop/gate/decision.ts'
import { gate } from '#ui/messages/en/gate/gate.ts'
import { ListTable } from '../kit/list/list-table.tsx'

export function Counters({ value }: { value: GateCounters }) {
  return (
    <>
      <dl className="mb-8 grid grid-cols-2 gap-x-6 gap-y-4 desk:grid-cols-4">
        <Figure label="in" value={count(value.admitted)} />
        <Figure label="expected" value={count(value.expected)} />
        <Figure label="a minute, last 5" value={count(perMinute(value))} />
        <Figure label="to look at" value={count(value.conflicts + value.problems)} />
      </dl>
      <section aria-label="Arrivals" className="mb-8">
        <h2 className="section-head head-4">Arrivals by minute</h2>
        <MinutesPlot minutes={value.minutes} at={value.at} />
      </section>
      <div className="mb-8 grid gap-8 desk:grid-cols-2">
        <section aria-label="Gates">
          <h2 className="section-head head-4">Gates</h2>
          {value.gates.length === 0 ? (
            <p className="text-2 text-muted">Nothing scanned yet.</p>
          ) : (
            <ListTable
              caption="Gates"
              className=""
              columns={[
                'Gate',
                { head: 'In', number: true },
                { head: 'Refused', number: true },
                { head: 'Scans', number: true },
              ]}
            >
              {value.gates.map((gate) => (
                <tr key={gate.gate}>
                  <Cell>{gate.gate}</Cell>
                  <Cell number>{count(gate.admitted)}</Cell>
                  <Cell number>{count(gate.refused)}</Cell>
                  <Cell number>{count(gate.scans)}</Cell>
                </tr>
              ))}
            </ListTable>
          )}
        </section>
        <section aria-label="Refused">
          <h2 className="section-head head-4">Refused, and why</h2>
          {value.refused.length === 0 ? (
            <p className="text-2 text-muted">No one was refused.</p>
          ) : (
            <ListTable caption="Refused" className="" columns={['Answer', 'Why', { head: 'Scans', number: true }]}>
              {value.refused.map((row) => (
                <tr key={`${row.verdict} ${row.reason}`}>
                  <Cell>{row.verdict}</Cell>
                  <Cell>{row.reason ? refusedWords(row.reason) : ''}</Cell>
                  <Cell number>{count(row.count)}</Cell>
                </tr>
              ))}
            </ListTable>
          )}
        </section>
      </div>
    </>
  )
}

const LATELY_MINUTES = 5

function perMinute({ minutes, at }: GateCounters): number {
  const from = at - LATELY_MINUTES * 60_000
  return Math.round(
    minutes.filter((one) => one.minute >= from).reduce((sum, one) => sum + one.admitted, 0) / LATELY_MINUTES,
  )
}

const MINUTE_MS = 60_000
const SHOWN_MINUTES = 60

function MinutesPlot({ minutes, at }: { minutes: readonly { minute: number; admitted: number }[]; at: number }) {
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

/** Short reasons for lists; an unknown reason is shown as it is. */
const refusedWords = (reason: string): string =>
  isRefusedReason(reason) ? gate[`gate.refused.${reason}`] : reason.replaceAll('_', ' ')
