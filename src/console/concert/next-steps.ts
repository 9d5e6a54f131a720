import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import type { Settlement } from '#shop/settlement/settlement.ts'
import { dayKey } from '#platform/time/ist.ts'
import { exactRupees } from '#ui/format.ts'
import { paths, withQuery } from '#ui/paths.ts'
import { counted } from '../kit/words/counted.ts'

const DAY_MS = 86_400_000

/** Returns how many days of India a concert's day is away, below 0 once it is over. `now` in ms. */
export const daysUntil = (date: string, now: number): number =>
  Math.round((Date.parse(dayKey(date)) - Date.parse(dayKey(now))) / DAY_MS)

/** Says how far a concert's day is from today in India: 'in 12 days'. `now` in ms. */
export function daysWords(date: string, now: number): string {
  const days = daysUntil(date, now)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** What is known of a concert; a fact is undefined while it is not known, and then nothing is said about it. */
export interface ConcertFacts {
  event: EventListRow
  hasPoster: boolean | undefined
  /** Gate and box office staff set for it. */
  staff: number | undefined
  settlement: Pick<Settlement, 'undecided' | 'total' | 'mayClose' | 'closedAt'> | undefined
}

export interface NextStep {
  words: string
  /** Where it is done, and the words of the link there; null where the head of the page has the button. */
  way: { to: string; label: string } | null
}

/** Returns what there is to do for a concert, the most urgent first. `now` in ms. */
export function nextSteps({ event, hasPoster, staff, settlement }: ConcertFacts, now: number): NextStep[] {
  const steps: NextStep[] = []
  const add = (when: boolean | undefined, words: string, to?: string, label = ''): void => {
    if (when) steps.push({ words, way: to === undefined ? null : { to, label } })
  }
  const { id, categories, unpriced } = event
  const scheduled = event.status === 'scheduled'
  const toCome = scheduled && Date.parse(event.date) > now
  const isDraft = event.publishedAt === null
  const { undecided, total } = settlement ?? {}

  add(
    undecided && undecided.payments > 0,
    undecided ? `${counted(undecided.payments, 'payment')} of ${exactRupees(undecided.amount)} to decide.` : '',
    withQuery(paths.adminEventOrders(id), { status: 'pending' }),
    'Payments',
  )
  add(
    total && total.owed > 0,
    total ? `${exactRupees(total.owed)} to be paid back to customers.` : '',
    withQuery(paths.adminRefunds, { event: id }),
    'Refunds',
  )
  add(
    toCome && categories === 0,
    'It has no ticket category, so nothing can be bought.',
    paths.adminEventTickets(id),
    'Tickets & prices',
  )
  add(
    toCome && unpriced > 0,
    `${counted(unpriced, 'ticket category has', 'ticket categories have')} no price: only the fee is paid.`,
    paths.adminEventTickets(id),
    'Tickets & prices',
  )
  add(toCome && isDraft, 'It is a draft: press Publish when customers may see it.')
  add(toCome && !isDraft && event.pausedAt !== null, 'Its sale is paused: press Resume to go on.')
  add(toCome && hasPoster === false, 'It has no poster of its own.', paths.adminEventAbout(id), 'Add a poster')
  add(
    toCome && !isDraft && staff === 0,
    'No one but admins can scan its tickets or sell at its door.',
    paths.adminEventGate(id),
    'Say who works there',
  )
  add(
    scheduled && !isDraft && dayKey(event.date) === dayKey(now),
    'It is today: see who has come, and the devices at the doors.',
    paths.adminEventGate(id),
    'Door',
  )
  add(
    settlement && settlement.mayClose && settlement.closedAt === null && settlement.total.tickets > 0,
    'It is over: its settlement can be closed.',
    paths.adminEventSettlement(id),
    'Settlement',
  )
  return steps
}
