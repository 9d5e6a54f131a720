import { Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { TextLink } from '../../kit/text-link.tsx'

/** Says that nothing with a price is sold before the shop has a UPI id. */
export const NoPayee = ({ className }: { className?: string }) => (
  <Note kind="warn" className={className}>
    Tickets with a price are not on sale until the shop has a UPI id:{' '}
    <TextLink to={paths.adminSettings}>Settings</TextLink>.
  </Note>
)
