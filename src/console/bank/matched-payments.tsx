import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { BankMatch, MatchKind } from '#shop/bank/bank.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { Button } from '#ui/controls/button.tsx'
import { Cell } from '#ui/display/table.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { doubtText } from '../payments/review/warning-words.ts'
import { amountsDiffer } from '../payments/review/credit-check.tsx'
import { GiveCredit, LikelyCredit } from './credits/give-likely.tsx'
import { ListTable } from '../kit/list/list-table.tsx'

const FIRST_ROWS = 10
const MORE_ROWS = 50

/** Lists the undecided payments of one kind, with their credits, the first of them until more are asked for. */
export function MatchedPayments({
  kind,
  title,
  rows,
  onChanged,
}: {
  kind: MatchKind
  title: string
  rows: readonly BankMatch[]
  onChanged: () => Promise<unknown>
}) {
  const [shown, setShown] = useState(FIRST_ROWS)
  const table = (
    <ListTable
      caption={title}
      className="mt-2"
      columns={[
        'Customer',
        // As wide in each section.
        { head: 'UTR', deskOnly: true, className: 'w-[150px]' },
        { head: 'Stated', number: true, deskOnly: true, className: 'w-[120px]' },
        { head: 'Expected', number: true, className: 'desk:w-[120px]' },
        { head: 'Credit', number: true, className: 'desk:w-[190px]' },
      ]}
    >
      {rows.slice(0, shown).map((row) => (
        <tr key={row.paymentId}>
          <Cell className="max-desk:w-full max-desk:max-w-0">
            <Link
              className="link block truncate"
              to={withQuery(paths.adminPayments, { status: 'all', q: row.orderCode, payment: row.paymentId })}
            >
              {row.userName ?? 'Deleted account'}
            </Link>
            <span className="block text-1 text-muted">{row.orderCode}</span>
            {kind === 'amount_differs' ? <Difference row={row} /> : null}
            {kind === 'to_check' ? (
              <span className="block text-1 whitespace-normal text-warn">
                {row.isOwn ? 'Your own payment: another admin decides it' : doubtText(row.warnings)}
              </span>
            ) : null}
            {kind === 'likely' ? <LikelyCredit near={row.near} /> : null}
          </Cell>
          <Cell deskOnly>{groupReference(row.transactionId)}</Cell>
          <Cell number deskOnly>
            {exactRupees(row.amount)}
          </Cell>
          <Cell number>{row.expected === null ? 'Unknown' : exactRupees(row.expected)}</Cell>
          <Cell number>
            {kind === 'likely'
              ? row.near.map((credit) => (
                  <span key={credit.id} className="block">
                    {exactRupees(credit.amount)}{' '}
                    <GiveCredit credit={credit} orderCode={row.orderCode} onChanged={onChanged} />
                    <span className="block text-1 text-muted">{formatDay(credit.bookedOn)}</span>
                  </span>
                ))
              : row.credit === null
                ? '–'
                : exactRupees(row.credit)}
            {row.creditedOn ? <span className="block text-1 text-muted">{formatDay(row.creditedOn)}</span> : null}
          </Cell>
        </tr>
      ))}
    </ListTable>
  )
  return (
    <>
      {table}
      {rows.length > shown ? (
        <Button kind="line" small className="mt-3" onClick={() => setShown(shown + MORE_ROWS)}>
          {`Show ${count(Math.min(MORE_ROWS, rows.length - shown))} more`}
        </Button>
      ) : null}
    </>
  )
}

function Difference({ row }: { row: BankMatch }) {
  const differs = amountsDiffer({ ...row, stated: row.amount, credited: row.credit ?? 0 })
  return (
    <span className="block text-1 whitespace-normal">
      {differs}
      <span className="desk:hidden">. Stated {exactRupees(row.amount)}</span>
    </span>
  )
}
