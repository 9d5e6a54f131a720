import type { PaymentStatus } from './payment.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'

/** Another payment that a warning speaks of. */
export interface PaymentMention {
  paymentId: string
  orderCode: string
  status: PaymentStatus
  /** ISO instant */
  createdAt: string
  userName: string | null
  /** Made by the same customer. */
  sameCustomer: boolean
}

/** Money that the shop sent, for one order, by the transfer that a warning speaks of. */
export interface RefundMention {
  orderCode: string
  amount: Paise
  /** ISO instant */
  refundedAt: string
  userName: string | null
  /** Sent to the same customer. */
  sameCustomer: boolean
}

/** What the database found worth looking at; `unknown` keeps one that this version of the console does not know. */
export type PaymentWarning =
  | { code: 'amount_differs'; expected: Paise; amount: Paise }
  | { code: 'seats_lost'; lines: { ticketCategoryId: string; seats: string[] }[] }
  | { code: 'price_changed'; lines: { ticketCategoryId: string; unitPrice: Paise; priceNow: Paise }[] }
  | { code: 'event_cancelled' | 'event_over' | 'category_gone'; ticketCategoryIds: string[] }
  | { code: 'reference_used' | 'screenshot_seen'; payments: PaymentMention[] }
  | { code: 'reference_of_refund'; refunds: RefundMention[] }
  | { code: 'reference_not_12_digits' | 'beyond_limit' | 'beyond_undecided' | 'no_screenshot' }
  | { code: 'unknown'; name: string }

// oxlint-disable-next-line no-explicit-any -- as it comes over the wire, before parsing
type Raw = any

/** A warning as `get_payment_details` gives it. */
export function readPaymentWarning(warning: Raw): PaymentWarning {
  switch (warning.code) {
    case 'amount_differs':
      return { code: warning.code, expected: toPaise(warning.expected), amount: toPaise(warning.amount) }
    case 'seats_lost':
      return {
        code: warning.code,
        lines: warning.lines.map((line: Raw) => ({ ticketCategoryId: line.ticket_category_id, seats: line.seats })),
      }
    case 'price_changed':
      return {
        code: warning.code,
        lines: warning.lines.map((line: Raw) => ({
          ticketCategoryId: line.ticket_category_id,
          unitPrice: toPaise(line.unit_price),
          priceNow: toPaise(line.price_now),
        })),
      }
    case 'event_cancelled':
    case 'event_over':
    case 'category_gone':
      return { code: warning.code, ticketCategoryIds: warning.ticket_category_ids }
    case 'reference_used':
    case 'screenshot_seen':
      return { code: warning.code, payments: warning.payments.map(readMention) }
    case 'reference_of_refund':
      return { code: warning.code, refunds: warning.refunds.map(readRefundMention) }
    case 'reference_not_12_digits':
    case 'beyond_limit':
    case 'beyond_undecided':
    case 'no_screenshot':
      return { code: warning.code }
    default:
      return { code: 'unknown', name: String(warning.code) }
  }
}

const readMention = (mention: Raw): PaymentMention => ({
  paymentId: mention.payment_id,
  orderCode: mention.order_code,
  status: mention.status,
  createdAt: new Date(mention.created_at).toISOString(),
  userName: mention.user_name ?? null,
  sameCustomer: mention.same_customer === true,
})

const readRefundMention = (mention: Raw): RefundMention => ({
  orderCode: mention.order_code,
  amount: toPaise(mention.amount),
  refundedAt: new Date(mention.refunded_at).toISOString(),
  userName: mention.user_name ?? null,
  sameCustomer: mention.same_customer === true,
})
