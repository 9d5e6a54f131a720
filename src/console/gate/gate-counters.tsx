import type { GateCounters } from '#shop/gate/gate-watch.api.ts'
import { perMinute } from '#shop/gate/scans/rate.ts'
import { Empty } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { TextLink } from '../kit/text-link.tsx'
import { Cell } from '#ui/display/table.tsx'
import { Figure } from '../kit/fact.tsx'
import { isRefusedReason } from '#shop/gate/decision.ts'
import { gate } from '#ui/messages/en/gate/gate.ts'
import { ListTable } from '../kit/list/list-table.tsx'
import { Arrivals } from './arrivals.tsx'

export function Counters({ eventId, value }: { eventId: string; value: GateCounters }) {
  if (value.expected + value.gates.length === 0)
    return (
      <Empty title="No one is expected yet">
        Arrivals, gates and refusals are here once a ticket is sold under{' '}
        <TextLink to={paths.adminEventShare(eventId)}>its link</TextLink>, or{' '}
        <TextLink to={paths.adminEventGuests(eventId)}>a guest is added</TextLink>.
      </Empty>
    )
  return (
    <>
      <dl className="mb-8 grid grid-cols-2 gap-x-6 gap-y-4 desk:grid-cols-4">
        <Figure label="in" value={count(value.admitted)} />
        <Figure label="expected" value={count(value.expected)} />
        <Figure label="a minute, last 5" value={count(Math.round(perMinute(value.minutes, value.at)))} />
        <Figure label="to look at" value={count(value.conflicts + value.problems)} />
      </dl>
      <section aria-label="Arrivals" className="mb-8">
        <h2 className="section-head head-4">Arrivals by minute</h2>
        <Arrivals counters={value} />
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

/** Short reasons for lists; an unknown reason is shown as it is. */
const refusedWords = (reason: string): string =>
  isRefusedReason(reason) ? gate[`gate.refused.${reason}`] : reason.replaceAll('_', ' ')
