import type { ReactNode } from 'react'
import type { ConcertSource } from '#shop/catalogue/admin/concert.api.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { TextLink } from '../../kit/text-link.tsx'
import { canChange, DAYS_TO_CHANGE } from '../event-changes.ts'

/**
 * Says why the singer of a stored concert stays, and whether date and place do too: those of what is sold move, by an
 * admin, until days after the start. Null while all may change. `now` in ms.
 */
export function keptOf(
  { sold, cancelled, date, singer }: Pick<ConcertSource, 'sold' | 'cancelled' | 'date' | 'singer'>,
  isAdmin: boolean,
  now: number,
): { why: ReactNode; place: boolean } | null {
  if (cancelled) return { why: 'A cancelled event keeps its singer, date and place.', place: true }
  if (!sold) return null
  const isOver = !canChange({ status: 'scheduled', date }, now)
  const why = isOver
    ? `Tickets were sold, and it began more than ${DAYS_TO_CHANGE} days ago, so singer, date and place can no longer change.`
    : `Tickets are sold or held, so the singer cannot change. ${
        isAdmin
          ? 'Another date, city or venue moves the concert: customers see the change.'
          : 'Only an admin changes date, city and venue.'
      }`
  return {
    why: (
      <>
        {why} To correct the singer’s name,{' '}
        <TextLink to={withQuery(paths.adminSingers, { q: singer })}>rename the singer</TextLink>.
      </>
    ),
    place: isOver || !isAdmin,
  }
}
