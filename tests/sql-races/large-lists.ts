import { readBackupTable } from '../../src/shop/upkeep/backup.api.ts'
import { matchBankRows } from '../../src/shop/bank/bank.api.ts'
import { findPaymentCredits, readBankStates } from '../../src/shop/bank/credits.api.ts'
import {
  bookingSorts,
  everyBooking,
  listBookings,
  readBooking,
  readScans,
  type BookingFilter,
} from '../../src/shop/tickets/tickets-admin.api.ts'
import { readCatalogue } from '../../src/shop/catalogue/catalogue.api.ts'
import {
  listCategories,
  readCategoryRow,
  readLayouts,
  readSeatCategory,
} from '../../src/shop/catalogue/admin/categories-admin.api.ts'
import {
  readDashboardDays,
  readDashboardStats,
  readDue,
  readEventSales,
} from '../../src/shop/dashboard/dashboard.api.ts'
import { readEventNets, readSettlement } from '../../src/shop/settlement/settlement.api.ts'
import { listEvents, readEventRow } from '../../src/shop/catalogue/admin/events-admin.api.ts'
import { checkIns, staffEvents } from '../../src/shop/gate/gate-admin.api.ts'
import { gateEvents, rosterPage } from '../../src/shop/gate/gate.api.ts'
import { gateCounters, gateTrouble } from '../../src/shop/gate/gate-watch.api.ts'
import { readHistory, readHistoryOf } from '../../src/shop/history/history.api.ts'
import { listLayouts } from '../../src/shop/layouts/layouts-admin.api.ts'
import { countWaitingMessages, listMessages } from '../../src/shop/enquiries/enquiries-admin.api.ts'
import { watchPayments } from '../../src/shop/payments/presence.api.ts'
import { everyProfile, listProfiles, profileSorts, readProfile } from '../../src/shop/people/users-admin.api.ts'
import type { RefundStatus } from '../../src/shop/refunds/refund.ts'
import { everyRefund, listRefunds, refundSorts } from '../../src/shop/refunds/refunds-admin.api.ts'
import { countPayments, everyPayment, listPayments, readPayment } from '../../src/shop/payments/review.api.ts'
import type { PaymentStatus } from '../../src/shop/payments/payment.ts'
import { paymentSorts } from '../../src/shop/payments/review-rows.ts'
import { takenSeats } from '../../src/shop/seats/seats.api.ts'
import { listSingers, readSingerNames } from '../../src/shop/catalogue/admin/singers-admin.api.ts'
import type { Result } from '../../src/platform/failure/failure.ts'

export interface Somebody {
  user_id: string
  name: string
  email: string
  payment_id: string
  order_id: string
  order_code: string
  transaction_id: string
  amount: string
  line_id: string
  ticket_id: string
  ticket_code: string
  event_id: string
  category_id: string
}

export type Ask = () => Promise<Result<unknown>>
type Asks = Record<string, Ask>

const newest = { column: 'created_at', ascending: false }
/** Of the catalogue's events. */
export const ANY_DAY = '2000-01-01T00:00:00Z'
export const first = { search: '', page: 1, pageSize: 25, sort: newest }
const latest = { column: 'requested_at', ascending: false }
const soonest = { column: 'date', ascending: true }

/** Returns a list in every order that its head offers, both ways. */
function inEveryOrder(what: string, columns: readonly string[], ask: (sort: typeof newest) => ReturnType<Ask>): Asks {
  return Object.fromEntries(
    columns.flatMap((column) =>
      [true, false].map((ascending) => [
        `${what} by ${column}${ascending ? '' : ' from above'}`,
        () => ask({ column, ascending }),
      ]),
    ),
  )
}

/** First pages of growing lists, filtered and sorted as in the console. */
export function firstPages(): Asks {
  const all: Asks = {}
  for (const status of ['pending', 'approved', 'rejected', null] satisfies (PaymentStatus | null)[])
    Object.assign(
      all,
      inEveryOrder(`${status ?? 'all'} payments`, paymentSorts, (sort) => listPayments({ ...first, sort }, status)),
    )
  for (const filter of ['completed', 'pending', 'failed', 'recent', null] satisfies (BookingFilter | null)[])
    Object.assign(
      all,
      inEveryOrder(`${filter ?? 'all'} bookings`, bookingSorts, (sort) => listBookings({ ...first, sort }, filter)),
    )
  for (const status of ['requested', 'refunded', null] satisfies (RefundStatus | null)[])
    Object.assign(
      all,
      inEveryOrder(`${status ?? 'all'} refunds`, refundSorts, (sort) => listRefunds({ ...first, sort }, status)),
    )
  for (const staffOnly of [true, false])
    Object.assign(
      all,
      inEveryOrder(staffOnly ? 'staff' : 'users', profileSorts, (sort) => listProfiles({ ...first, sort }, staffOnly)),
    )
  return all
}

export const others = (one: () => Somebody): Asks => ({
  'one payment': () => readPayment(one().payment_id),
  'the number of pending payments': () => countPayments(new Date(Date.now() - 60_000).toISOString()),
  'payments that staff have open': () => watchPayments(crypto.randomUUID(), one().payment_id),
  'credits of a payment': () => findPaymentCredits(one().payment_id),
  'the settlement of an event': () => readSettlement(one().event_id),
  'how an event sold, and the one before it': () => readEventSales(one().event_id),
  'what a page of events earned': async () => {
    const page = await listEvents({ ...first, sort: soonest }, 'all', new Date())
    return page.ok ? readEventNets(page.value.rows.map(({ id }) => id)) : page
  },
  'what the bank says of a page of payments': async () => {
    const page = await listPayments({ ...first, sort: newest }, 'pending')
    return page.ok ? readBankStates(page.value.rows.map(({ id }) => id)) : page
  },
  'one booking': () => readBooking(one().line_id),
  'scans of a ticket': () => readScans(one().event_id, one().ticket_id),
  'one account': () => readProfile(one().user_id),
  'the events of a member of staff': () => staffEvents(one().user_id, 'gate'),
  'open messages': () => listMessages(first, false),
  'handled messages': () => listMessages(first, true),
  'the number of open messages': () => countWaitingMessages(),
  history: () => readHistory({ noun: null, byStaff: false, before: null }),
  'older history': () => readHistory({ noun: null, byStaff: false, before: 1_000 }),
  'history of payments by staff': () => readHistory({ noun: 'payments', byStaff: true, before: null }),
  'history of one payment': () => readHistoryOf([{ noun: 'payments', ids: [one().payment_id] }], null),
  singers: () => listSingers({ ...first, sort: { column: 'name', ascending: true } }),
  'names of singers': () => readSingerNames(),
  'events to come': () => listEvents({ ...first, sort: soonest }, 'upcoming', new Date()),
  'one event': () => readEventRow(one().event_id),
  'ticket categories': () => listCategories({ ...first, sort: soonest }, null),
  'one ticket category': () => readCategoryRow(one().category_id),
  'seats of a ticket category': () => readSeatCategory(one().category_id),
  layouts: () => listLayouts({ ...first, sort: { column: 'name', ascending: true } }),
  'names of layouts': () => readLayouts(),
  'what changed in the catalogue': () => readCatalogue(null, new Date(Date.now() - 60_000).toISOString(), ANY_DAY),
  'taken seats of a category': () => takenSeats(one().category_id),
  'the list of a gate': () => rosterPage(one().event_id, null, null),
  'changes of that list': () => rosterPage(one().event_id, null, new Date(Date.now() - 60_000).toISOString()),
  'counts of an entrance': () => gateCounters(one().event_id),
  'problems of a gate': () => gateTrouble(one().event_id),
  'check-ins of an event': () => checkIns(one().event_id),
})

/** Searches of staff that match few rows. */
export const searches = (one: () => Somebody): Asks => {
  const asked: Record<string, () => string> = {
    'an address': () => one().email,
    'a reference': () => one().transaction_id,
    'a part of a reference': () => one().transaction_id.slice(2, 10),
    'an order code': () => one().order_code,
    'a ticket’s code': () => one().ticket_code,
    'a text without a match': () => 'a text that no row has',
  }
  const all: Asks = {}
  for (const [what, text] of Object.entries(asked))
    Object.assign(all, {
      [`${what} in payments`]: () => listPayments({ ...first, search: text() }, null),
      [`${what} in pending payments`]: () => listPayments({ ...first, search: text() }, 'pending'),
      [`${what} in bookings`]: () => listBookings({ ...first, search: text() }, null),
      [`${what} in failed bookings`]: () => listBookings({ ...first, search: text() }, 'failed'),
      [`${what} in refunds`]: () => listRefunds({ ...first, sort: latest, search: text() }, null),
      [`${what} in users`]: () => listProfiles({ ...first, search: text() }, false),
      [`${what} in messages`]: () => listMessages({ ...first, search: text() }, false),
    })
  return { ...all, 'an amount in payments': () => listPayments({ ...first, search: one().amount }, null) }
}

export const wideSearches: Asks = {
  'one letter in payments': () => listPayments({ ...first, search: 'a' }, null),
  'one letter in bookings': () => listBookings({ ...first, search: 'a' }, null),
  'a word of every address in bookings': () => listBookings({ ...first, search: 'demo' }, null),
  'a word of every address in users': () => listProfiles({ ...first, search: 'demo' }, false),
  'a category in bookings': () => listBookings({ ...first, search: 'Gold' }, null),
  'a city in bookings': () => listBookings({ ...first, search: 'Pune' }, 'completed'),
}

export const wholeLists: Asks = {
  'rejected payments': () => everyPayment(first, 'rejected'),
  'failed bookings': () => everyBooking(first, 'failed'),
  'bookings of a search': () => everyBooking({ ...first, search: 'Gold' }, null),
  users: () => everyProfile(first, false),
  refunds: () => everyRefund({ ...first, sort: latest }, null),
  'the backup’s payments': () => readBackupTable('payments', () => {}),
  'the backup’s seats': () => readBackupTable('seat_claims', () => {}),
}

/** Sums over all sales: they read indices to their end. */
export const sums: Asks = {
  'the dashboard': () => readDashboardStats(),
  'the last days': () => readDashboardDays(),
  'what falls due': () => readDue(),
  'events at the gate': () => gateEvents(),
}

/** Finds unmatched credits by reading all credits, but no other growing table. */
export const bank = (): ReturnType<Ask> => matchBankRows()

/** Adds rows of years that the demo has few of: credits, scans, people, refunds, messages. */
export const theRest = `
    set session_replication_role = replica;
    insert into public.credits (row_key, booked_on, amount, narration, utrs)
      select encode(sha256(p.id::text::bytea), 'hex'), p.created_at::date, greatest(p.amount, 1), 'UPI/' || p.transaction_id,
        -- Of what waits, one in three has a digit wrong, and one in three no credit of its own.
        array[case when p.status = 'pending' and n.which = 1 then left(p.transaction_id, 11) || (right(p.transaction_id, 1)::integer + 1) % 10
          when p.status = 'pending' and n.which = 2 then reverse(p.transaction_id) else p.transaction_id end]
      from public.payments p, lateral (select ascii(right(p.id::text, 1)) % 3 as which) as n;
    insert into public.ticket_scans (id, event_id, ticket_id, known_ticket, place, seats, verdict, gate, device, staff_id,
        scanned_at, corrected_at, received_at)
      select gen_random_uuid(), t.event_id, t.id::text, t.id, t.ticket_category_id::text, t.seats, 'ENTER', 'Gate A', 'phone',
        gen_random_uuid(), now(), now(), now() from public.user_tickets t limit 30000;
    insert into public.profiles (id, name, email, created_at)
      select gen_random_uuid(), 'Zubin Zaveri ' || n, 'z' || n || '@mehfil.example', now() - n * interval '1 hour' from generate_series(1, 40000) as n;
    insert into public.refunds (ticket_id, payment_id, user_id, amount, upi_id, reason, requested_at, status, way, utr, refunded_at)
      select t.id, t.payment_id, t.user_id, t.total_amount, 'somebody@okaxis', 'moved', now() - t.quantity * interval '1 day',
        case when t.n % 20 = 0 then 'requested' else 'refunded' end,
        case when t.n % 20 > 0 then 'upi' end, case when t.n % 20 > 0 then lpad(('x' || left(t.payment_id::text, 8))::bit(32)::bigint::text, 12, '4') end, case when t.n % 20 > 0 then now() end
      from (select u.*, row_number() over () as n from public.user_tickets u limit 20000) as t on conflict (ticket_id) do nothing;
    select private.group_refunds(array(select distinct payment_id from public.refunds));
    reset session_replication_role;
    insert into public.contact_messages (id, name, email, topic, message, handled_at)
      select gen_random_uuid(), 'Somebody ' || n, 'm' || n || '@mehfil.example', 'general', 'Where is gate ' || n || '?',
        case when n % 2 > 0 then now() end from generate_series(1, 24000) as n;
    insert into public.deleted_rows ("table", id, at)
      select 'events', gen_random_uuid(), now() - interval '1 year' from generate_series(1, 8000);`
