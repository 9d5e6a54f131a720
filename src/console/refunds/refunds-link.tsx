import { Link } from 'react-router-dom'
import { paths, withQuery } from '#ui/paths.ts'

export function RefundsLink({ orderCode }: { orderCode: string }) {
  return (
    <Link className="link" to={withQuery(paths.adminRefunds, { q: orderCode })}>
      Refunds
    </Link>
  )
}
