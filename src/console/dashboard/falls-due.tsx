import { readDue, type Due } from '#shop/dashboard/dashboard.api.ts'
import { addDays, formatDay, formatDayShort } from '#platform/time/ist.ts'
import { exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { monthName } from '../books/months.ts'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'

/** Returns what falls due, in words, and where it is done. */
export function dueWords(due: Due): { words: string; to: string; label: string }[] {
  const { month, hasGstin, refunds, refundsSum, tills, roles, rolesFrom, invitations, invitationsFrom } = due
  // Of monthly returns: CGST Rules 2017, rules 59 and 61.
  const next = month && addDays(month, 31).slice(0, 7)
  const returns =
    hasGstin && next
      ? ` Monthly returns: GSTR-1 until ${formatDayShort(`${next}-11`)}, GSTR-3B until ${formatDayShort(`${next}-20`)}.`
      : ''
  return [
    month && {
      words: `${monthName(month.slice(0, 7))} is over and not closed.${returns}`,
      ...{ to: paths.adminBooks, label: 'Books' },
    },
    refunds > 0 && {
      words: `${counted(refunds, 'refund has', 'refunds have')} been owed for more than 7 days: ${exactRupees(refundsSum)}.`,
      ...{ to: withQuery(paths.adminRefunds, { sort: 'requested_at' }), label: 'Refunds' },
    },
    tills > 0 && {
      words: `${counted(tills, 'till was', 'tills were')} opened before today and not closed.`,
      ...{ to: paths.adminTills, label: 'Tills' },
    },
    roles > 0 && {
      words: `${counted(roles, 'role ends', 'roles end')} within 7 days, the first on ${rolesFrom ? formatDay(rolesFrom) : ''}.`,
      ...{ to: withQuery(paths.adminUsers, { role: 'staff' }), label: 'Users' },
    },
    invitations > 0 && {
      words: `${counted(invitations, 'invitation is', 'invitations are')} not used and ${invitations === 1 ? 'ends' : 'end'} within 7 days, the first on ${invitationsFrom ? formatDay(invitationsFrom) : ''}.`,
      ...{ to: paths.adminInvitations, label: 'Invitations' },
    },
  ].filter((one) => typeof one === 'object' && one !== null)
}

/** Lists what falls due; shows nothing while nothing does. */
export function FallsDue() {
  const { value, failure, reload } = useLoaded('due', readDue)
  const all = value ? dueWords(value) : []
  if (failure && !value)
    return <ListFailure message="Error loading what falls due" failure={failure} onRetry={reload} />
  if (all.length === 0) return null
  return (
    <section className="mt-6" aria-labelledby="falls-due">
      <h2 id="falls-due" className="section-head head-4">
        What falls due
      </h2>
      <ul aria-labelledby="falls-due" className="rows">
        {all.map(({ words, to, label }) => (
          <li key={label} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
            <span>{words}</span>
            <TextLink to={to}>{label}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
