import { ok, type Result } from '#platform/failure/failure.ts'
import { toPaise, toRupees } from '#shop/orders/money.ts'
import type { OrderLine } from '#shop/orders/order-line.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { readPages, PAGE_ROWS } from '#platform/supabase/read-pages.ts'
import { backend } from '#platform/supabase/client.ts'
import { sqlLines } from '#shop/seats/seats.api.ts'

export interface PaymentLine {
  ticketCategoryId: string | null
  eventName: string
  categoryName: string
  /** ISO instant and place as they were when it was paid; null for a category that was gone by then. */
  eventDate: string | null
  venue: string | null
  seats: string[]
  quantity: number
  /** Paise for one seat before GST and fee; missing in rows that an earlier version stored. */
  unitPrice?: number
  /** Paise. */
  totalAmount: number
}
export interface Payment {
  id: string
  orderId: string
  orderCode: string
  /** The UPI reference as the customer gave it, upper case. */
  transactionId: string
  /** Paise. */
  amount: number
  status: 'pending' | 'approved' | 'rejected'
  /** ISO instants. */
  createdAt: string
  reviewedAt: string | null
  /** What staff say to the customer. */
  reviewNote: string | null
  lines: PaymentLine[]
  /** Every seat paid for is still kept for it: under review, or sold to it. */
  seatsHeld: boolean
  /** ISO instant from which others may take the seats of a payment that is still checked; null without an end. */
  keptUntil?: string | null
}

// oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
type Raw = any

// Every embedded table names its foreign key: there are several ways from one to the other.
const PAYMENT_COLUMNS =
  'id,order_id,order_code,transaction_id,amount,status,created_at,reviewed_at,review_note,' +
  'payment_lines!payment_lines_payment_id_fkey(line,ticket_category_id,event_date,venue,event_name,category_name,seats,quantity,unit_price,total_amount)'

const iso = (value: string): string => new Date(value).toISOString()

function parsePayment(row: Raw): Omit<Payment, 'seatsHeld' | 'keptUntil'> {
  const lines: Raw[] = [...(row.payment_lines ?? [])].sort((a: Raw, b: Raw) => a.line - b.line)
  return {
    id: row.id,
    orderId: row.order_id,
    orderCode: row.order_code,
    transactionId: row.transaction_id,
    amount: toPaise(row.amount),
    status: statusOf(row.status),
    createdAt: iso(row.created_at),
    reviewedAt: row.reviewed_at ? iso(row.reviewed_at) : null,
    reviewNote: row.review_note ?? null,
    lines: lines.map((line) => ({
      ticketCategoryId: line.ticket_category_id ?? null,
      eventName: line.event_name,
      categoryName: line.category_name,
      eventDate: line.event_date ? iso(line.event_date) : null,
      venue: line.venue ?? null,
      seats: line.seats ?? [],
      quantity: Number(line.quantity),
      unitPrice: toPaise(line.unit_price),
      totalAmount: toPaise(line.total_amount),
    })),
  }
}

function statusOf(value: unknown): Payment['status'] {
  if (value === 'pending' || value === 'approved' || value === 'rejected') return value
  throw new TypeError(`unknown status ${String(value)}`)
}

export interface PaymentToSubmit {
  orderId: string
  reference: string
  /** Paise. */
  amount: number
  screenshotPath: string
  screenshotSha256: string
  lines: readonly OrderLine[]
}

/**
 * Records a payment; the same order id again answers what is stored. Refusals that turn a payment back: `invalid`
 * (detail names the argument), `transaction_used` (detail: the code of the order that has the reference), `other_user`.
 */
export async function submitPayment(payment: PaymentToSubmit): Promise<Result<{ paymentId: string }>> {
  const answer: Result<Raw> = await call(async () =>
    (await backend()).rpc('submit_payment', {
      p_order_id: payment.orderId,
      p_transaction_id: payment.reference,
      p_amount: toRupees(payment.amount),
      p_screenshot_path: payment.screenshotPath,
      p_lines: sqlLines(payment.lines),
      p_screenshot_sha256: payment.screenshotSha256,
    }),
  )
  return parsed(answer, (value) => {
    if (typeof value?.payment_id !== 'string') throw new TypeError('no payment id')
    return { paymentId: value.payment_id }
  })
}

/** Every payment of the caller. */
export async function readMyPayments(userId: string): Promise<Result<Payment[]>> {
  const rows = await readPages(
    async (after) => {
      let query = (await backend()).from('payments').select(PAYMENT_COLUMNS).eq('user_id', userId)
      if (after) query = query.gt('id', after)
      return query.order('id').limit(PAGE_ROWS)
    },
    (row) => row.id,
    parsePayment,
  )
  return rows.ok ? withHeld(rows.value) : rows
}

/** The caller's payment of this order; null when the server does not know it. */
export async function readMyPayment(orderId: string): Promise<Result<Payment | null>> {
  const answer: Result<Raw[]> = await callRead<Raw[]>(async () =>
    (await backend()).from('payments').select(PAYMENT_COLUMNS).eq('order_id', orderId).limit(1),
  )
  const payments = parsed(answer, (rows) => rows.map(parsePayment))
  if (!payments.ok) return payments
  const held = await withHeld(payments.value)
  return held.ok ? ok(held.value[0] ?? null) : held
}

/** How long a rejection leaves the seats held at most, in ms, and an hour for clocks that differ. */
const ASKED_AFTER_REJECTION_MS = 75 * 60_000

const mayHoldSeats = ({ status, reviewedAt }: Pick<Payment, 'status' | 'reviewedAt'>): boolean =>
  status === 'pending' ||
  (status === 'rejected' && reviewedAt !== null && Date.now() - Date.parse(reviewedAt) < ASKED_AFTER_REJECTION_MS)

/** Adds whether the seats are still there: asked for what is undecided or was rejected a moment ago, known for the rest. */
async function withHeld(payments: Omit<Payment, 'seatsHeld' | 'keptUntil'>[]): Promise<Result<Payment[]>> {
  const held = new Map<string, PaymentStatus>()
  for (const reference of new Set(payments.filter(mayHoldSeats).map((payment) => payment.transactionId))) {
    const found = await checkPaymentStatus(reference)
    if (!found.ok) return found
    for (const payment of found.value) held.set(payment.orderId, payment)
  }
  return ok(
    payments.map((payment) => ({
      ...payment,
      seatsHeld: payment.status === 'approved' || (held.get(payment.orderId)?.seatsHeld ?? false),
      keptUntil: held.get(payment.orderId)?.keptUntil ?? null,
    })),
  )
}

export interface PaymentStatus {
  orderId: string
  status: Payment['status']
  seatsHeld: boolean
  keptUntil: string | null
  reviewedAt: string | null
  reviewNote: string | null
}

/** The caller's payments with this reference, undecided first, then newest; none for an unknown one or another's. */
export async function checkPaymentStatus(reference: string): Promise<Result<PaymentStatus[]>> {
  const answer: Result<Raw[]> = await callRead<Raw[]>(async () =>
    (await backend()).rpc('check_payment_status', { p_transaction_id: reference }),
  )
  return parsed(answer, (rows) =>
    rows.map((row) => ({
      orderId: row.order_id,
      status: statusOf(row.status),
      seatsHeld: row.seats_held === true,
      keptUntil: row.kept_until ? iso(row.kept_until) : null,
      reviewedAt: row.reviewed_at ? iso(row.reviewed_at) : null,
      reviewNote: row.review_note ?? null,
    })),
  )
}

export interface Ticket {
  id: string
  code: string
  /** 32 hex digits. */
  signature: string
  keyNumber: number
  userId: string
  eventId: string
  ticketCategoryId: string
  categoryName: string
  singer: string
  city: string
  venue: string
  /** ISO instants. */
  date: string
  previousDate: string | null
  /** When the event was last moved, and when this ticket was paid for: a refund is offered by them. */
  movedAt: string | null
  paidAt: string | null
  eventStatus: 'scheduled' | 'cancelled'
  /** Why it was cancelled, in staff's words; missing in rows that an earlier version stored. */
  cancelledReason?: string | null
  seats: string[]
  quantity: number
  /** Paise. */
  totalAmount: number
  paymentStatus: 'completed' | 'failed'
  paymentId: string
  revokedAt: string | null
  revokedReason: string | null
  createdAt: string
}

const TICKET_COLUMNS =
  'id,code,signature,key_number,user_id,event_id,ticket_category_id,seats,quantity,total_amount,payment_status,payment_id,' +
  'revoked_at,revoked_reason,created_at,payments!user_tickets_payment_id_fkey(created_at),' +
  'ticket_categories!user_tickets_ticket_category_id_fkey(name,' +
  'events!ticket_categories_event_id_fkey(city,venue,date,previous_date,moved_at,status,cancelled_reason,singers!events_singer_id_fkey(name)))'

function parseTicket(row: Raw): Ticket {
  const category = row.ticket_categories
  const event = category.events
  return {
    id: row.id,
    code: row.code,
    signature: row.signature,
    keyNumber: Number(row.key_number),
    userId: row.user_id,
    eventId: row.event_id,
    ticketCategoryId: row.ticket_category_id,
    categoryName: category.name,
    singer: event.singers.name,
    city: event.city,
    venue: event.venue,
    date: iso(event.date),
    previousDate: event.previous_date ? iso(event.previous_date) : null,
    movedAt: event.moved_at ? iso(event.moved_at) : null,
    paidAt: row.payments?.created_at ? iso(row.payments.created_at) : null,
    eventStatus: event.status === 'cancelled' ? 'cancelled' : 'scheduled',
    cancelledReason: event.cancelled_reason ?? null,
    seats: row.seats ?? [],
    quantity: Number(row.quantity),
    totalAmount: toPaise(row.total_amount),
    paymentStatus: row.payment_status === 'failed' ? 'failed' : 'completed',
    paymentId: row.payment_id,
    revokedAt: row.revoked_at ? iso(row.revoked_at) : null,
    revokedReason: row.revoked_reason ?? null,
    createdAt: iso(row.created_at),
  }
}

/** Every ticket of the caller, revoked ones included; of one payment when `paymentId` is given. */
export async function readMyTickets(userId: string, paymentId?: string): Promise<Result<Ticket[]>> {
  return readPages(
    async (after) => {
      let query = (await backend()).from('user_tickets').select(TICKET_COLUMNS).eq('user_id', userId)
      if (paymentId) query = query.eq('payment_id', paymentId)
      if (after) query = query.gt('id', after)
      return query.order('id').limit(PAGE_ROWS)
    },
    (row) => row.id,
    parseTicket,
  )
}

/** The ids of the tickets that an approved payment made; makes none. Empty while undecided. */
export async function confirmedTickets(reference: string): Promise<Result<string[]>> {
  const answer: Result<Raw[]> = await callRead<Raw[]>(async () =>
    (await backend()).rpc('confirm_tickets', { p_transaction_id: reference }),
  )
  return parsed(answer, (rows) => rows.map((row) => row.id))
}
