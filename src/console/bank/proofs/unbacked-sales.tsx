import type { ProofState } from '#shop/bank/proofs.api.ts'
import { HeadCell, Table } from '#ui/display/table.tsx'
import { count } from '#ui/format.ts'
import { PaymentCells } from './payment-cells.tsx'
import { counted } from '../../kit/words/counted.ts'

/** Lists the sales at the door by UPI whose money no credit shows; shows nothing without any. */
export function UnbackedSales({ door }: { door: ProofState['door'] }) {
  if (door.count === 0) return null
  return (
    <section aria-labelledby="unbacked" className="mt-8">
      <h2 id="unbacked" className="head-4">
        {door.count === 1
          ? 'No credit backs this sale at the door by UPI'
          : `No credit backs these ${counted(door.count, 'sale')} at the door by UPI`}
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
            <PaymentCells payment={row} />
          </tr>
        ))}
      </Table>
    </section>
  )
}
