import type { Unreadable, BankStatement, StateCount } from '#shop/bank/bank-statement.ts'
import { exactRupees, count } from '#ui/format.ts'
import { formatDay } from '#platform/time/ist.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { Cell } from '#ui/display/table.tsx'
import { counted } from '../kit/words/counted.ts'
import { ListTable } from '../kit/list/list-table.tsx'

export function whyUnreadable(line: Unreadable): string {
  switch (line.why) {
    case 'date':
      return 'Its date is missing or does not exist.'
    case 'amount':
      return 'Its amount cannot be read, or it does not say whether it came in.'
    case 'cells':
      return 'It has more or fewer cells than the head.'
    case 'head':
      return 'It is under another column head.'
    case 'quotes':
      return 'Its quotation marks do not match.'
    case 'state':
      return line.said === '' ? 'It has no status.' : `Its status “${line.said}” is not known.`
    case 'currency':
      return `It is not in rupees: “${line.said}”.`
    case 'refund':
      return `A refund is beside it: “${line.said}”.`
    case 'balance':
      return `${exactRupees(line.before)} ${line.moved < 0 ? 'minus' : 'plus'} ${exactRupees(Math.abs(line.moved))} is not its balance of ${exactRupees(line.balance)}.`
  }
}

const SHOWN_CREDITS = 5
const SHOWN_UNREADABLE = 20

interface Props {
  name: string
  /** The report's name; null for a bank's statement. */
  report: string | null
  /** Columns of the file that have no meaning here. */
  unused: readonly string[]
  statement: BankStatement
  allCredits: boolean
  onAllCredits: (allCredits: boolean) => void
}

/** 'PhonePe report, 12 payments'; a bank's statement has credits. */
const fileSummary = (report: string | null, n: number): string =>
  report === null ? counted(n, 'credit') : `${report.split(' ', 1)[0]} report, ${counted(n, 'payment')}`

/** 'FAILED (2), PENDING (1)' */
const stateWords = (states: readonly StateCount[], counts: boolean): string =>
  states
    .filter((state) => state.counts === counts)
    .map(({ text, rows }) => `${text} (${count(rows)})`)
    .join(', ')

export function StatementPreview({ name, report, unused, statement, allCredits, onAllCredits }: Props) {
  const { credits, unreadable, states } = statement
  return (
    <>
      <p className="mt-3" role="status">
        {name}: {fileSummary(report, credits.length)}
        {statement.from && statement.to ? ` in ${formatDay(statement.from)} to ${formatDay(statement.to)}` : ''},{' '}
        {counted(statement.debits, 'debit')} left out.
      </p>
      {states.length > 0 ? (
        <p className="mt-1 wrap-anywhere">
          Status: counted {stateWords(states, true) || 'none'}; left out {stateWords(states, false) || 'none'}.
        </p>
      ) : null}
      {unused.length > 0 ? (
        <p className="mt-1 text-2 wrap-anywhere text-muted">Columns not used: {unused.join(', ')}</p>
      ) : null}
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
          <p className="font-strong">{counted(unreadable.length, 'row cannot be read', 'rows cannot be read')}</p>
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
        <ListTable
          caption="First credits of the file"
          className="mt-3"
          columns={[
            'Date',
            'Narration',
            { head: 'UTR', deskOnly: true },
            ...(states.length > 0 ? ['Status'] : []),
            { head: 'Credit', number: true },
          ]}
        >
          {credits.slice(0, SHOWN_CREDITS).map((credit) => (
            <tr key={`${credit.day} ${credit.amount} ${credit.narration} ${credit.balance} ${credit.occurrence}`}>
              <Cell className="whitespace-nowrap">{formatDay(credit.day)}</Cell>
              <Cell className="break-all">{credit.narration}</Cell>
              <Cell deskOnly>{credit.utrs.join(', ') || '–'}</Cell>
              {states.length > 0 ? <Cell className="wrap-anywhere">{credit.state}</Cell> : null}
              <Cell number>{exactRupees(credit.amount)}</Cell>
            </tr>
          ))}
        </ListTable>
      ) : null}
    </>
  )
}
