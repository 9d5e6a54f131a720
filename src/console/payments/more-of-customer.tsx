import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { listCollapsed } from '#shop/payments/review.api.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { count } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { Cell } from '#ui/display/table.tsx'
import { BankStatesFailure, useBankStates, type BankStates } from './bank-state.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'

const COLUMNS = 6

/** Follows the tenth undecided payment of a customer; a press lists the others. */
export function MoreOfCustomer({
  payment,
  row,
}: {
  payment: Pick<ReviewPayment, 'userId' | 'moreOfCustomer'>
  row: (payment: ReviewPayment, bank: BankStates) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <tr>
        <Cell colSpan={COLUMNS}>
          <button type="button" className="link min-h-6" aria-expanded={open} onClick={() => setOpen((was) => !was)}>
            and {count(payment.moreOfCustomer)} more of the same customer
          </button>
          <Link className="link ml-4 inline-block min-h-6" to={withQuery(paths.adminUsers, { user: payment.userId })}>
            Decide all together
          </Link>
        </Cell>
      </tr>
      {open ? <Rows userId={payment.userId} row={row} /> : null}
    </>
  )
}

function Rows({ userId, row }: { userId: string; row: (payment: ReviewPayment, bank: BankStates) => ReactNode }) {
  const { value, failure, at } = useLoaded(userId, () => listCollapsed(userId))
  const bank = useBankStates(value ?? [], at)
  if (value)
    return (
      <>
        {bank.failure ? (
          <tr>
            <Cell colSpan={COLUMNS}>
              <BankStatesFailure states={bank} />
            </Cell>
          </tr>
        ) : null}
        {value.map((payment) => row(payment, bank.value))}
      </>
    )
  return (
    <tr>
      <Cell colSpan={COLUMNS}>{failure ? whyFailed(failure) : 'Loading...'}</Cell>
    </tr>
  )
}
