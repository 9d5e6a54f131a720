import type { GateCounters } from '#shop/gate/gate-watch.api.ts'
import { count } from '#ui/format.ts'
import { Cell, HeadCell, Table } from '#ui/display/table.tsx'
import { Figure } from '../kit/fact.tsx'
import { MinutesPlot } from './minutes-plot.tsx'
import { refusedWords } from './refused-words.ts'

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
            <Table
              caption="Gates"
              head={
                <tr>
                  <HeadCell>Gate</HeadCell>
                  <HeadCell number>In</HeadCell>
                  <HeadCell number>Refused</HeadCell>
                  <HeadCell number>Scans</HeadCell>
                </tr>
              }
            >
              {value.gates.map((gate) => (
                <tr key={gate.gate}>
                  <Cell>{gate.gate}</Cell>
                  <Cell number>{count(gate.admitted)}</Cell>
                  <Cell number>{count(gate.refused)}</Cell>
                  <Cell number>{count(gate.scans)}</Cell>
                </tr>
              ))}
            </Table>
          )}
        </section>
        <section aria-label="Refused">
          <h2 className="section-head head-4">Refused, and why</h2>
          {value.refused.length === 0 ? (
            <p className="text-2 text-muted">No one was refused.</p>
          ) : (
            <Table
              caption="Refused"
              head={
                <tr>
                  <HeadCell>Answer</HeadCell>
                  <HeadCell>Why</HeadCell>
                  <HeadCell number>Scans</HeadCell>
                </tr>
              }
            >
              {value.refused.map((row) => (
                <tr key={`${row.verdict} ${row.reason}`}>
                  <Cell>{row.verdict}</Cell>
                  <Cell>{row.reason ? refusedWords(row.reason) : ''}</Cell>
                  <Cell number>{count(row.count)}</Cell>
                </tr>
              ))}
            </Table>
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
