import type { ProofState } from '#shop/bank/proofs.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Cell, HeadCell, Table } from '#ui/display/table.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { PaymentLink } from '../credits/payment-link.tsx'

/** Lists the sales at the door by UPI whose money no credit shows; shows nothing without any. */
export function UnbackedSales({ door }: { door: ProofState['door'] }) {
  if (door.count === 0) return null
  return (
    <section aria-labelledby="unbacked" className="mt-8">
      <h2 id="unbacked" className="head-4">
        {door.count === 1
          ? 'No credit backs this sale at the door by UPI'
          : `No credit backs these ${count(door.count)} sales at the door by UPI`}
      </h2>
      <p className="text-2 text-muted">
        Credits of later days are here. Give each its credit under Credits, by the order’s code, or ask who sold it.
        {door.count > door.listed.length ? ` The oldest ${count(door.listed.length)} are listed.` : ''}
      </p>
      <Table
        caption="Sales at the door by UPI without a credit"
        className="-mx-1 mt-2 px-1"
        head={
          <tr>
            <HeadCell>Order</HeadCell>
            <HeadCell>Sold</HeadCell>
            <HeadCell number>Total</HeadCell>
          </tr>
        }
      >
        {door.listed.map((row) => (
          <tr key={row.paymentId}>
            <Cell className="max-desk:w-full max-desk:max-w-0">
              <PaymentLink id={row.paymentId} orderCode={row.orderCode} />
              <span className="block truncate text-1 text-muted">{row.userName ?? 'Deleted account'}</span>
            </Cell>
            <Cell>{formatDayTime(row.createdAt)}</Cell>
            <Cell number>{exactRupees(row.amount)}</Cell>
          </tr>
        ))}
      </Table>
    </section>
  )
}
