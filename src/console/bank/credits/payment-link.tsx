import { Link } from 'react-router-dom'
import { paths, withQuery } from '#ui/paths.ts'

/** Leads to a payment's dialog, whatever its state. */
export function PaymentLink({ id, orderCode }: { id: string; orderCode: string }) {
  return (
    <Link className="link" to={withQuery(paths.adminPayments, { status: 'all', q: orderCode, payment: id })}>
      {orderCode}
    </Link>
  )
}
