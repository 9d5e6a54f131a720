import type { Result } from '#platform/failure/failure.ts'
import { instant, orNull } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'
import { parseReceived, type ReceivedWire } from '#shop/guests/hand-over.api.ts'
import { parseNotice, type Notice, type NoticeWire } from '#shop/notices/notice.ts'
import { parsePayment, type Payment, type PaymentWire } from '#shop/payments/payment-rows.ts'
import { isPaid } from '#shop/payments/payment.ts'
import { parseProfile, type ProfileWire } from '#shop/people/my-account.api.ts'
import type { Profile } from '#shop/people/profile.ts'
import { parseRoles } from '#shop/staff/role-rows.ts'
import type { HeldRole } from '#shop/people/role.ts'
import { parseRefund, type Refund, type RefundWire } from '#shop/refunds/refunds.api.ts'
import { parseWait } from '#shop/waiting/waits.api.ts'
import type { Wait } from '#shop/waiting/waits.ts'
import { parseTicket, type Ticket, type TicketWire, TICKET_COLUMNS } from './ticket-rows.ts'

/** All that a device keeps of a person, as of one moment. */
export interface Wallet {
  tickets: Ticket[]
  /** What others handed over. */
  received: Ticket[]
  payments: Payment[]
  roles: HeldRole[]
  /** Null for an account without one; saving makes it. */
  profile: Profile | null
  refunds: Refund[]
  /** The newest 200. */
  notices: Notice[]
  /** Those that go on, and those that ended within seven days. */
  waits: Wait[]
}

export interface WalletAnswer {
  /** The same digest later means that nothing has changed; null when the server gave none. */
  digest: string | null
  /** Null when nothing has changed since the digest that was sent. */
  wallet: Wallet | null
}

interface Wire {
  digest: string | null
  roles: unknown
  profile: ProfileWire | null
  tickets?: TicketWire[]
  received: ReceivedWire[]
  payments: (PaymentWire & {
    seats_held: boolean | null
    kept_until: string | null
    kept_nothing: boolean | null
  })[]
  refunds: RefundWire[]
  notices: NoticeWire[]
  waits: Parameters<typeof parseWait>[0][]
}

const parseMine = ({ seats_held, kept_until, kept_nothing, ...row }: Wire['payments'][number]): Payment => {
  const payment = parsePayment(row)
  return {
    ...payment,
    seatsHeld: isPaid(payment.status) || seats_held === true,
    keptUntil: orNull(instant)(kept_until),
    keptNothing: kept_nothing === true,
  }
}

/** Reads the caller's rows unless `digest`, of an earlier answer, still holds. Does not retry: the next sync repeats it. */
export const readMyWallet = (digest: string | null): Promise<Result<WalletAnswer>> =>
  asPerson.call('my_wallet', digest === null ? {} : { p_digest: digest }, ({ tickets, ...of }: Wire) => ({
    digest: of.digest,
    wallet: tickets
      ? {
          tickets: tickets.map(parseTicket),
          received: of.received.map(parseReceived),
          payments: of.payments.map(parseMine),
          roles: parseRoles(of.roles),
          profile: of.profile && parseProfile(of.profile),
          refunds: of.refunds.map(parseRefund),
          notices: of.notices.flatMap((row) => parseNotice(row) ?? []),
          waits: of.waits.map(parseWait),
        }
      : null,
  }))

export const readMyTickets = (userId: string, paymentId?: string): Promise<Result<Ticket[]>> =>
  asPerson.pages((client) => {
    const rows = client.from('user_tickets').select(TICKET_COLUMNS).eq('user_id', userId)
    return paymentId ? rows.eq('payment_id', paymentId) : rows
  }, parseTicket)

/** Returns the ids of an approved payment's tickets, else none. Creates none. */
export const confirmedTickets = (reference: string): Promise<Result<string[]>> =>
  asPerson.read('confirm_tickets', { p_transaction_id: reference }, (rows) => rows.map((row) => row.id))
