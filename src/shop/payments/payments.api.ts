import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { boolean, from, isTrue, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'
import { toPaise, toRupees } from '#shop/prices/money.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { sqlLines } from '#shop/seats/seats.api.ts'
import { MAX_RETRY_MINUTES } from '#shop/terms/terms.ts'
import {
  parsePayment,
  parseCheckedPayment,
  PAYMENT_COLUMNS,
  type Payment,
  type CheckedPayment,
} from './payment-rows.ts'
import { isDecided, isOver, isPaid } from './payment.ts'

export interface PaymentToSubmit {
  orderId: string
  reference: string
  /** Paise. */
  amount: number
  screenshotPath: string
  screenshotSha256: string
  lines: readonly OrderLine[]
}

/** Is idempotent. Refusals: `other_user`, `invalid` (detail: argument), `transaction_used` (detail: its order code). */
export const submitPayment = (payment: PaymentToSubmit): Promise<Result<{ paymentId: string }>> =>
  asPerson.call(
    'submit_payment',
    {
      p_order_id: payment.orderId,
      p_transaction_id: payment.reference,
      p_amount: toRupees(payment.amount),
      p_screenshot_path: payment.screenshotPath,
      p_lines: sqlLines(payment.lines),
      p_screenshot_sha256: payment.screenshotSha256,
    },
    row({ paymentId: text }),
  )

/**
 * Is idempotent. Refusals: `hold_expired`, `not_free`, `not_on_sale`, `too_many` (free tickets that one customer has).
 */
export const takeFreeOrder = (orderId: string, lines: readonly OrderLine[]): Promise<Result<null>> =>
  asPerson.call('take_free_order', { p_order_id: orderId, p_lines: sqlLines(lines) })

/** Returns null when the server does not know the order. */
export async function readMyPayment(orderId: string): Promise<Result<Payment | null>> {
  const payments = await asPerson.rows(
    (client) => client.from('payments').select(PAYMENT_COLUMNS).eq('order_id', orderId).limit(1),
    (rows) => rows.map(parsePayment),
  )
  if (!payments.ok) return payments
  const held = await withHeld(payments.value)
  return held.ok ? ok(held.value[0] ?? null) : held
}

/** The longest that a rejection may hold seats, in ms, plus an hour for clocks that differ. */
const ASKED_AFTER_REJECTION_MS = (MAX_RETRY_MINUTES + 60) * 60_000

const mayHoldSeats = ({ status, reviewedAt }: Pick<Payment, 'status' | 'reviewedAt'>): boolean =>
  !isDecided(status) ||
  (isOver(status) && reviewedAt !== null && Date.now() - Date.parse(reviewedAt) < ASKED_AFTER_REJECTION_MS)

/** Looks up held seats only for undecided and just rejected payments; the others are known. */
async function withHeld(
  payments: Omit<Payment, 'seatsHeld' | 'keptUntil' | 'keptNothing'>[],
): Promise<Result<Payment[]>> {
  const held = new Map<string, CheckedPayment>()
  for (const reference of new Set(payments.filter(mayHoldSeats).map((payment) => payment.transactionId))) {
    const found = await checkPaymentStatus(reference)
    if (!found.ok) return found
    for (const payment of found.value) held.set(payment.orderId, payment)
  }
  return ok(
    payments.map((payment) => ({
      ...payment,
      seatsHeld: isPaid(payment.status) || (held.get(payment.orderId)?.seatsHeld ?? false),
      keptUntil: held.get(payment.orderId)?.keptUntil ?? null,
      keptNothing: held.get(payment.orderId)?.keptNothing ?? false,
    })),
  )
}

const parseOrderMoney = row({
  /** The shop has a source of proofs that is connected now. */
  live: boolean,
  /** That source is the demo's pretended bank. */
  demo: isTrue,
  /** Paise that came with the order's code; a part of its price makes no payment. */
  arrived: or(toPaise, 0),
  /** The order's payment, made by its money or by a submission; null while there is none. */
  paymentId: from(
    'payment',
    orNull(({ payment_id: id }: { payment_id: unknown }) => text(id)),
  ),
})
export type OrderMoney = Of<typeof parseOrderMoney>

/** Says what money has come for one's own order. */
export const findOrderPayment = (orderId: string): Promise<Result<OrderMoney>> =>
  asPerson.call('find_order_payment', { p_order_id: orderId }, parseOrderMoney)

/** Lets the demo's pretended bank pay an order. */
export const payAtDemoBank = (orderCode: string): Promise<Result<null>> =>
  attempt(async () => {
    const answer = await fetch('/proofs/demo', { method: 'POST', body: orderCode })
    return answer.ok ? ok(null) : failed('server', 'the demo bank refused', { status: answer.status })
  })

/** Returns the caller's payments with this reference: undecided first, then newest. */
export const checkPaymentStatus = (reference: string): Promise<Result<CheckedPayment[]>> =>
  asPerson.read('check_payment_status', { p_transaction_id: reference }, (rows) => rows.map(parseCheckedPayment))
