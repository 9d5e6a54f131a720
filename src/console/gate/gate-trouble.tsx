import type { GateTrouble, ScanProblem } from '#shop/gate/gate-watch.api.ts'
import { isStandingPlace } from '#shop/seats/standing.ts'
import { formatDayTime, formatTime, isSameIstDay } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { Cell } from '#ui/display/table.tsx'
import { seatsText } from '../bookings/ticket-state.tsx'
import { ListTable } from '../kit/list/list-table.tsx'

export const problemWords: Readonly<Record<ScanProblem['problem'], string>> = {
  unknown_ticket: 'No such ticket',
  revoked_ticket: 'The ticket had been taken back',
  too_early: 'More than 48 hours before the start, so it let no one in',
  too_late: 'More than 24 hours after the start, so it let no one in',
  void_code: 'Let in with a code that its holder had handed over before',
  undo_refused: 'An undo of someone else’s or an older scan: nothing was undone',
}

export function Trouble({ value }: { value: GateTrouble }) {
  const more = value.conflictCount - value.conflicts.length + (value.problemCount - value.problems.length)
  return (
    <section aria-label="Scans to check" className="mb-8">
      <h2 className="section-head head-4">Scans to check</h2>
      {value.conflicts.length + value.problems.length === 0 ? (
        <p className="text-2 text-muted">No seat was let in twice, and every admission has a good ticket.</p>
      ) : (
        <ListTable caption="Scans to check" className="" columns={['What', 'First', 'Again']}>
          {value.conflicts.map((one) => (
            <tr key={`${one.seat} ${one.first.scanId} ${one.later.scanId}`}>
              <Cell className="font-strong text-bad">{twiceText(one.seat)}</Cell>
              <Cell>{scanWords(one.first)}</Cell>
              <Cell>{scanWords(one.later)}</Cell>
            </tr>
          ))}
          {value.problems.map((one) => (
            <tr key={one.scanId}>
              <Cell className="font-strong text-bad">
                {problemWords[one.problem]}
                {one.seats.length > 0 ? `: ${seatsText(one.seats)}` : ''}
              </Cell>
              <Cell>{scanWords(one)}</Cell>
              <Cell />
            </tr>
          ))}
        </ListTable>
      )}
      {more > 0 && <Note className="mt-3">{count(more)} more are not shown here.</Note>}
    </section>
  )
}

/** As the gate says it: no one reads the number of a standing place. */
const twiceText = (seat: string): string =>
  isStandingPlace(seat) ? `${seatsText([seat])}: let in twice` : `Seat ${seat} was let in twice`

/** 'Asha R., 7:10 pm, Gate A, by Farah N.' */
const scanWords = (scan: { at: number; gate: string; staffName: string | null; person: string | null }): string =>
  [
    scan.person,
    (isSameIstDay(scan.at, Date.now()) ? formatTime : formatDayTime)(scan.at),
    scan.gate,
    scan.staffName && `by ${scan.staffName}`,
  ]
    .filter(Boolean)
    .join(', ')
