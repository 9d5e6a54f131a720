import { Link } from 'react-router-dom'
import { Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'

/** Says that nothing with a price is sold before the shop has a UPI id. */
export const NoPayee = ({ className }: { className?: string }) => (
  <Note kind="warn" className={className}>
    Tickets with a price are not on sale until the shop has a UPI id:{' '}
    <Link className="link" to={paths.adminSettings}>
      Settings
    </Link>
    .
  </Note>
)
