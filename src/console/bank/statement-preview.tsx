import type { BankStatement } from '#shop/bank/bank-statement.ts'
import { formatDay } from '#platform/time/ist.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { Cell, HeadCell, Table } from '#ui/display/table.tsx'
import { whyUnreadable } from './unreadable-words.ts'

const SHOWN_CREDITS = 5
const SHOWN_UNREADABLE = 20

interface Props {
  name: string
  /** The recognised report; null for a bank's statement. */
  report: string | null
  statement: BankStatement
  allCredits: boolean
  onAllCredits: (allCredits: boolean) => void
}

/** 'PhonePe report, 12 payments'; a bank's statement has credits. */
const fileSummary = (report: string | null, n: number): string =>
  report === null
    ? `${count(n)} credits`
    : `${report.split(' ', 1)[0]} report, ${n === 1 ? '1 payment' : `${count(n)} payments`}`

export function StatementPreview({ name, report, statement, allCredits, onAllCredits }: Props) {
  const { credits, unreadable } = statement
  return (
    <>
      <p className="mt-3" role="status">
        {name}: {fileSummary(report, credits.length)}
        {statement.from && statement.to ? ` in ${formatDay(statement.from)} to ${formatDay(statement.to)}` : ''},{' '}
        {count(statement.debits)} debits left out.
      </p>
      {statement.unmarked ? (
        <Note kind="warn" className="mt-3">
          <p>
            Nothing in this file says which amounts came in and which went out. If a column does, choose it as Dr/Cr
            mark. If the file lists credits only, say so:
          </p>
          <CheckField
            label="All of these are credits"
            checked={allCredits}
            onChange={(event) => onAllCredits(event.target.checked)}
          />
        </Note>
      ) : null}
      {unreadable.length > 0 ? (
        <Note kind="warn" className="mt-3">
          <p className="font-strong">
            {unreadable.length === 1 ? '1 row cannot be read' : `${count(unreadable.length)} rows cannot be read`}
          </p>
          <ul>
            {unreadable.slice(0, SHOWN_UNREADABLE).map((line) => (
              <li key={line.row} className="break-words">
                Row {line.row}: {whyUnreadable(line)} <span className="text-muted">{line.text}</span>
              </li>
            ))}
          </ul>
          {unreadable.length > SHOWN_UNREADABLE ? <p>and {count(unreadable.length - SHOWN_UNREADABLE)} more</p> : null}
          {unreadable.some(({ why }) => why === 'balance') ? (
            <p className="mt-2">If the file leaves rows out on purpose, choose None for its balance.</p>
          ) : null}
        </Note>
      ) : null}
      {credits.length > 0 ? (
        <Table
          caption="First credits of the file"
          className="-mx-1 mt-3 px-1"
          head={
            <tr>
              <HeadCell>Date</HeadCell>
              <HeadCell>Narration</HeadCell>
              <HeadCell deskOnly>UTR</HeadCell>
              <HeadCell number>Credit</HeadCell>
            </tr>
          }
        >
          {credits.slice(0, SHOWN_CREDITS).map((credit) => (
            <tr key={`${credit.day} ${credit.amount} ${credit.narration} ${credit.balance} ${credit.occurrence}`}>
              <Cell className="whitespace-nowrap">{formatDay(credit.day)}</Cell>
              <Cell className="break-all">{credit.narration}</Cell>
              <Cell deskOnly>{credit.utrs.join(', ') || '–'}</Cell>
              <Cell number>{exactRupees(credit.amount)}</Cell>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  )
}
