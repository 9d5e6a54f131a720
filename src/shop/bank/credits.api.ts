import type { Result } from '#platform/failure/failure.ts'
import { searchText } from '#platform/supabase/list-query.ts'
import { list, oneOf, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { parseCredit, parseMatchKey, parseNear, type Credit, type CreditFilter } from './credit.ts'

/** The database returns so many at once. */
export const CREDITS_PAGE = 50
/** Characters; the database refuses more. */
export const MAX_REASON_CHARACTERS = 500

/**
 * Returns the next CREDITS_PAGE credits, newest first, older than the credit `before` (null: the newest). `search` is a
 * part of the narration or the payer, a UTR, an order's code or an amount; `state` null lists all.
 */
export const findCredits = (query: {
  search: string
  state: CreditFilter | null
  before: string | null
}): Promise<Result<Credit[]>> =>
  asStaff.read(
    'find_credits',
    {
      p_search: searchText(query.search),
      p_state: query.state ?? undefined,
      p_before: query.before ?? undefined,
    },
    (rows) => rows.map(parseCredit),
  )

/**
 * Gives an open credit to an order, or takes it back (null); returns the payment of the order, null while it has none.
 * Idempotent. Refusals: not_found, unknown_order, own_payment, credit_used (detail: the order, '' when it was set aside
 * or sent back), already_decided.
 */
export const giveCredit = (id: string, orderCode: string | null): Promise<Result<{ paymentId: string | null }>> =>
  asStaff.call(
    'give_credit',
    { p_credit_id: id, p_order_code: orderCode ?? undefined },
    row({ paymentId: orNull(text) }),
  )

/** What an order gets of a credit; `amount` null: its price. */
export interface CreditPart {
  orderCode: string
  amount: Paise | null
}

/**
 * Shares an open credit among orders; `setCreditAside` with null makes it whole again while no part was used. Returns how
 * much is left and stays open. Refusals: as `giveCredit`, invalid (detail: the field), amount_changed (detail: the parts'
 * sum in rupees, more than the credit).
 */
export const shareCredit = (id: string, parts: readonly CreditPart[]): Promise<Result<{ left: Paise }>> =>
  asStaff.call(
    'share_credit',
    {
      p_credit_id: id,
      p_parts: parts.map(({ orderCode, amount }) => ({
        order_code: orderCode,
        amount: amount === null ? null : toRupees(amount).toFixed(2),
      })),
    },
    (rows: { order_code: string | null; amount: string }[]) => ({
      left: toPaise(rows.find(({ order_code: code }) => code === null)?.amount ?? 0),
    }),
  )

/** Sets an open credit aside, or takes that back (null). Refusals: not_found, credit_used, invalid. */
export const setCreditAside = (id: string, reason: string | null): Promise<Result<null>> =>
  asStaff.call('set_credit_aside', { p_credit_id: id, p_reason: reason ?? undefined })

/**
 * Records that a credit was sent back by the transfer `utr`; it cannot be undone. Idempotent for one UTR. Refusals:
 * not_found, invalid (detail: p_utr or p_upi_id), credit_used (detail: the order, or the UTR of an earlier return),
 * in_use (a payment that waits names it), reference_of_refund.
 */
export const returnCredit = (id: string, upiId: string, utr: string): Promise<Result<null>> =>
  asStaff.call('return_credit', { p_credit_id: id, p_upi_id: upiId, p_utr: utr })

const parsePaymentCredit = row({
  id: text,
  bookedOn: text,
  amount: toPaise,
  narration: text,
  /** The order that the credit paid for; null while it is open. */
  orderCode: orNull(text),
  /** How it nearly names the payment; null where it names it. */
  near: parseMatchKey,
})
/** A credit that names a payment, or nearly. */
export type PaymentCredit = Of<typeof parsePaymentCredit>

/** Returns the credits that name a payment by its reference or its order's code, else those that nearly do, newest first. */
export const findPaymentCredits = (paymentId: string): Promise<Result<PaymentCredit[]>> =>
  asStaff.read('find_payment_credits', { p_payment_id: paymentId }, list(parsePaymentCredit))

const bankStateKinds = ['exact', 'amount_differs', 'two_claims', 'likely', 'not_found', 'not_covered'] as const

const parseState = row({
  paymentId: text,
  kind: oneOf(bankStateKinds),
  /** Total of the credits; null without any. */
  credit: orNull(toPaise),
  /** Some, if `likely`. */
  near: list(parseNear),
})
/** What the credits say of a payment; `not_covered`: no statement reaches its day yet. */
export type BankState = Omit<Of<typeof parseState>, 'paymentId'>

/** Returns the states of up to 200 payments by id; rejected ones have none. */
export const readBankStates = (ids: readonly string[]): Promise<Result<ReadonlyMap<string, BankState>>> =>
  asStaff.read(
    'payment_bank_states',
    { p_payment_ids: [...ids] },
    (rows) => new Map(rows.map(parseState).map(({ paymentId, ...state }) => [paymentId, state])),
  )
