import { listEvents, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { listPayments } from '#shop/payments/review.api.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { listProfiles, type ProfileRow } from '#shop/people/users-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { hasWords, searchableText } from '#platform/text/fold.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import type { Page } from '#platform/supabase/list-query.ts'
import { count, exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { payerOf } from '../kit/words/payer.ts'
import { roleNames } from '../users/roles.ts'
import { places } from './menu.ts'

/** One thing that the search leads to. */
export interface Find {
  to: string
  label: string
  note: string
}

/** Fewer letters are in too many rows to be worth a request. */
export const LEAST_LETTERS = 2
const SHOWN = 5
/** Of them the nearest are shown: the list's order is by date alone. */
const MOST_CONCERTS = 25

/** Pages that are below one of the menu, and other words for pages of the menu. */
const below: readonly Find[] = [
  { label: 'Invitations', note: 'People, Users', to: paths.adminInvitations },
  { label: 'New concert', note: 'Concerts', to: paths.adminNewConcert },
  { label: 'Credits', note: 'Orders, Bank', to: paths.adminCredits },
  { label: 'Automatic approval', note: 'Orders, Bank', to: paths.adminProofs },
  { label: 'How money is seen', note: 'Setup, Settings', to: paths.adminBankSetup },
  { label: 'Before the first sale', note: 'Setup, Settings', to: paths.adminChecklist },
  { label: 'Messages', note: 'Setup, Help', to: withQuery(paths.adminHelp, { tab: 'messages' }) },
]

const alsoCalled: Readonly<Record<string, string>> = {
  [paths.adminPayments]: 'approve utr screenshots',
  [paths.adminBookings]: 'tickets sold',
  [paths.adminRefunds]: 'owed money back',
  [paths.adminBank]: 'statement',
  [paths.adminBooks]: 'accounts gst month',
  [paths.adminBoxOffice]: 'sell cash',
  [paths.adminScan]: 'gate',
  [paths.adminUsers]: 'customers staff roles',
  [paths.adminInvitations]: 'staff volunteers',
  [paths.adminLayouts]: 'halls seat maps venues',
  [paths.adminTickets]: 'categories zones prices',
  [paths.adminCodes]: 'discounts',
  [paths.adminTax]: 'terms gst',
  [paths.adminBulkUpload]: 'import csv',
  [paths.adminSettings]: 'upi password backup contact',
  [paths.adminHistory]: 'who did what',
}

const pages: readonly (Find & { words: string })[] = [
  ...places.flatMap((place) => place.pages.map(({ to, label }) => ({ to, label, note: place.label }))),
  ...below,
].map((page) => ({ ...page, words: searchableText(`${page.label} ${page.note} ${alsoCalled[page.to] ?? ''}`) }))

/** Returns the pages that `opens` whose name, place or other name has each typed word; all of them for an empty text. */
export const findPages = (typed: string, opens: (to: string) => boolean): readonly Find[] =>
  pages.filter(({ to, words }) => opens(to) && (typed === '' || hasWords(words, typed)))

const asked = (search: string, column: string, pageSize = SHOWN) => ({
  search,
  sort: { column, ascending: false },
  page: 1,
  pageSize,
})

/** Returns the concerts to come, the next one first, then those that began, the last one first. */
export const nearestFirst = <T extends Pick<EventListRow, 'date'>>(rows: readonly T[], now: number): T[] => {
  const away = ({ date }: T): number => Date.parse(date) - now
  return rows.toSorted((a, b) => {
    const [one, other] = [away(a), away(b)]
    if (one < 0 !== other < 0) return one < 0 ? 1 : -1
    return Math.abs(one) - Math.abs(other)
  })
}

const listOf = (path: string, q: string, more: Record<string, string> = {}): string => withQuery(path, { ...more, q })

/** Returns the first finds of an answer, and the way to the list itself when that has more. */
async function shown<T>(answer: Promise<Result<Page<T>>>, find: (row: T) => Find, list: string) {
  const found = await answer
  if (!found.ok) return found
  const { rows, total, more } = found.value
  const all = { to: list, label: `All ${count(total)}${more ? ' and more' : ''}`, note: 'as a list' }
  return ok([...rows.slice(0, SHOWN).map(find), ...(total > SHOWN ? [all] : [])])
}

async function nearestConcerts(text: string): Promise<Result<Page<EventListRow>>> {
  const now = new Date()
  const found = await listEvents(asked(text, 'date', MOST_CONCERTS), 'all', now)
  return found.ok ? ok({ ...found.value, rows: nearestFirst(found.value.rows, now.getTime()) }) : found
}

/** What the search asks the server, each by itself, of those who may open the list. */
export const questions = [
  {
    label: 'Concerts',
    list: paths.adminEvents,
    ask: (text: string) => shown(nearestConcerts(text), concert, listOf(paths.adminEvents, text, { when: 'all' })),
  },
  {
    label: 'Orders',
    list: paths.adminPayments,
    ask: (text: string) =>
      shown(listPayments(asked(text, 'created_at'), null), order, listOf(paths.adminPayments, text, { status: 'all' })),
  },
  {
    label: 'People',
    list: paths.adminUsers,
    ask: (text: string) =>
      shown(listProfiles(asked(text, 'created_at'), false), person, listOf(paths.adminUsers, text)),
  },
] as const

const concert = ({ id, singerName, city, venue, date }: EventListRow): Find => ({
  to: paths.adminEvent(id),
  label: `${singerName}, ${city}`,
  note: `${formatDayTime(date)}, ${venue}`,
})

const order = (payment: ReviewPayment): Find => ({
  to: listOf(paths.adminPayments, payment.orderCode, { status: 'all', payment: payment.id }),
  label: `${payment.orderCode}, ${payerOf(payment)}`,
  note: `${exactRupees(payment.amount)}, ${payment.status}`,
})

const person = ({ id, name, email, roles }: ProfileRow): Find => ({
  to: listOf(paths.adminUsers, email ?? name ?? '', { user: id }),
  label: name ?? email ?? 'Deleted account',
  note: [name ? email : null, ...roles.map(({ role }) => roleNames[role])].filter(Boolean).join(', '),
})
