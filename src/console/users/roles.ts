import type { StaffRole } from '#shop/people/role.ts'
import { addDays, dayKey, formatDayTime, fromIst } from '#platform/time/ist.ts'
import { paths } from '#ui/paths.ts'

export const userPages = [
  { to: paths.adminUsers, label: 'Users' },
  { to: paths.adminInvitations, label: 'Invitations' },
]

export const roleNames: Readonly<Record<StaffRole, string>> = {
  ...{ admin: 'Admin', events: 'Concerts', payments: 'Payments', box_office: 'Box office', gate: 'Gate' },
}

/** What an assignment of a concert means. */
export const worksAtOf = { gate: 'Works at the gate of', box_office: 'Sells tickets of' } as const

export const roleChoices: readonly { value: StaffRole; label: string }[] = [
  { value: 'gate', label: 'Gate: scans tickets at the events chosen below' },
  { value: 'box_office', label: 'Box office: sells tickets of the events chosen below' },
  { value: 'events', label: 'Concerts: concerts, halls, guests and messages; sees no money' },
  { value: 'payments', label: 'Payments: payments, bank, refunds and books; changes no concert' },
  { value: 'admin', label: 'Admin: may do everything here' },
]

/** Returns the ISO instant at which this IST day ('2026-11-25') is over; null for ''. */
export const endOfDay = (day: string): string | null => (day === '' ? null : fromIst(addDays(day, 1)))

/** Returns the last IST day of a role that ends at this instant; '' for none. */
export const lastDayOf = (endsAt: string | null): string => (endsAt === null ? '' : dayKey(Date.parse(endsAt) - 1))

export const untilText = (endsAt: string | null): string =>
  endsAt === null ? 'no end' : `until ${formatDayTime(endsAt)}`
