import { useState } from 'react'
import { closeMonth, listMonths, type Month } from '#shop/books/months.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Empty, Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { exactRupees } from '#ui/format.ts'
import { AskDialog } from '../kit/form/form-dialog.tsx'
import { counted } from '../kit/words/counted.ts'
import { Fact } from '../kit/fact.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { ListTable } from '../kit/list/list-table.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { EInvoices } from './e-invoices.tsx'
import { MonthFiles } from './month-files.tsx'
import { monthName } from './months.ts'
import { YearTurnoverLine } from './year-turnover.tsx'

const stateMarks = {
  running: { kind: 'info', words: 'Running' },
  over: { kind: 'warn', words: 'To close' },
  closed: { kind: 'ok', words: 'Closed' },
} as const

const nameOf = ({ month }: Month): string => monthName(month.slice(0, 7))
const taxOf = ({ cgst, sgst, igst, localTax }: Month): number => cgst + sgst + igst + localTax

/** Lists the months of the books: their figures and files, and closes them in their order. */
export function Months() {
  const { value, failure, reload } = useLoaded('months', listMonths)
  const [opened, setOpened] = useState<string | null>(null)
  const shown = value?.find(({ month }) => month === opened)
  const first = value?.findLast(({ state }) => state === 'over')?.month
  return (
    <section aria-labelledby="months" className="mt-10">
      <h2 id="months" className="section-head head-4">
        Months
      </h2>
      <YearTurnoverLine />
      <EInvoices />
      <ListFailure message="Error loading the months" failure={failure} onRetry={reload} />
      {!value ? (
        failure ? null : (
          <ListSkeleton />
        )
      ) : value.length === 0 ? (
        <Empty title="No months yet">The first sale begins one.</Empty>
      ) : (
        <ListTable
          caption="Months"
          columns={[
            'Month',
            'State',
            { head: 'Turnover', number: true },
            { head: 'Tax', number: true, deskOnly: true },
            { head: 'Refunds', number: true, deskOnly: true },
          ]}
        >
          {value.map((month) => (
            <tr key={month.month}>
              <Cell>
                <button
                  type="button"
                  className="link min-h-6 text-left font-strong"
                  onClick={() => setOpened(month.month)}
                >
                  {nameOf(month)}
                </button>
              </Cell>
              <Cell>
                <StateMark kind={stateMarks[month.state].kind} tag>
                  {stateMarks[month.state].words}
                </StateMark>
              </Cell>
              <Cell number>{exactRupees(month.turnover)}</Cell>
              <Cell number deskOnly>
                {exactRupees(taxOf(month))}
              </Cell>
              <Cell number deskOnly>
                {exactRupees(month.refunds)}
              </Cell>
            </tr>
          ))}
        </ListTable>
      )}
      {shown ? (
        <MonthDialog month={shown} isNext={shown.month === first} onClose={() => setOpened(null)} onClosed={reload} />
      ) : null}
    </section>
  )
}

function MonthDialog({
  month,
  isNext,
  onClose,
  onClosed,
}: {
  month: Month
  /** Of those that are over, the first that is not closed. */
  isNext: boolean
  onClose: () => void
  onClosed: () => Promise<unknown>
}) {
  const [closing, setClosing] = useState(false)
  if (closing)
    return (
      <AskDialog
        question={`Close ${nameOf(month)}?`}
        confirmLabel="Close the month"
        cancelLabel="Not yet"
        act={() => closeMonth(month.month)}
        saving="Closing..."
        done={`${nameOf(month)} is closed`}
        failed="Error closing the month"
        but={{
          too_soon: 'An earlier month has to be closed first.',
          already_decided: 'It was closed meanwhile.',
        }}
        onDone={onClosed}
        onClose={() => setClosing(false)}
      >
        <p>
          Its figures are fixed as they are: turnover {exactRupees(month.turnover)}, tax {exactRupees(taxOf(month))},
          refunds {exactRupees(month.refunds)}.
        </p>
        <p className="mt-2">
          What comes later, a late refund or statement too, is booked in the month in which it comes. A closed month
          cannot be opened again.
        </p>
      </AskDialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={nameOf(month)}
      footer={
        isNext ? (
          <Button kind="line" onClick={() => setClosing(true)}>
            Close the month
          </Button>
        ) : undefined
      }
    >
      <p className="text-2 text-muted">{stateText(month, isNext)}</p>
      <Figures month={month} />
      <MonthFiles month={month.month} />
    </Dialog>
  )
}

function stateText({ state, closedAt, closedByName }: Month, isNext: boolean): string {
  if (state === 'running') return 'It runs: its figures change until it is over.'
  if (state === 'over') return isNext ? 'It is over and can be closed.' : 'It is over. Close the month before it first.'
  return `Closed ${closedByName ? `by ${closedByName}, ` : ''}${closedAt ? formatDayTime(closedAt) : ''}`
}

function Figures({ month }: { month: Month }) {
  const { withoutPaper } = month
  return (
    <>
      <dl className="mt-3">
        <Fact label="Turnover">{exactRupees(month.turnover)} without tax, less credit notes</Fact>
        <Fact label="GST">
          CGST {exactRupees(month.cgst)}, SGST {exactRupees(month.sgst)}, IGST {exactRupees(month.igst)}
        </Fact>
        <Fact label="Local tax">{exactRupees(month.localTax)}</Fact>
        <Fact label="Papers">
          {counted(month.invoices, 'invoice or bill', 'invoices and bills')},{' '}
          {counted(month.creditNotes, 'credit note')}
        </Fact>
        <Fact label="Refunds">{exactRupees(month.refunds)} went back</Fact>
        <Fact label="At its end">
          {exactRupees(month.owed)} owed to customers, {exactRupees(month.unexplained)} of credits unexplained
        </Fact>
      </dl>
      {withoutPaper === 0 ? null : (
        <Note kind="warn" className="mt-3">
          {exactRupees(withoutPaper)} of sales have no paper: they were approved before the shop wrote any, or near
          midnight of the month’s last day. Tell your accountant.
        </Note>
      )}
    </>
  )
}
