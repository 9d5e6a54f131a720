import { iso } from '#platform/text/wire-values.ts'
import type { PaymentStatus } from './payment.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'

export interface PaymentMention {
  paymentId: string
  orderCode: string
  status: PaymentStatus
  createdAt: string
  userName: string | null
  sameCustomer: boolean
}

/** A refund that the shop sent by the transfer of the warning. */
export interface RefundMention {
  orderCode: string
  amount: Paise
  refundedAt: string
  userName: string | null
  sameCustomer: boolean
}

/** `unknown` keeps a warning that this version of the console does not know. */
export type PaymentWarning =
  | { code: 'amount_differs'; expected: Paise; amount: Paise }
  | { code: 'seats_lost'; lines: { ticketCategoryId: string; seats: string[] }[] }
  | { code: 'price_changed'; lines: { ticketCategoryId: string; unitPrice: Paise; priceNow: Paise }[] }
  | { code: 'event_cancelled' | 'event_over' | 'category_gone' | 'without_code'; ticketCategoryIds: string[] }
  | { code: 'reference_used' | 'screenshot_seen'; payments: PaymentMention[] }
  | { code: 'reference_of_refund'; refunds: RefundMention[] }
  | { code: 'reference_not_12_digits' | 'beyond_limit' | 'beyond_undecided' | 'before_turn' }
  | { code: 'no_screenshot' | 'not_on_sale' | 'not_held' }
  | { code: 'code_used_up'; name: string }
  /** `on`: 'YYYY-MM-DD', when the bank booked it back. */
  | { code: 'credit_reversed' | 'credit_may_be_reversed'; on: string; amount: Paise }
  | { code: 'unknown'; name: string }

interface MentionWire {
  payment_id: string
  order_code: string
  status: string
  created_at: string
  user_name: string | null
  same_customer: boolean
}
interface RefundMentionWire {
  order_code: string
  amount: number
  refunded_at: string
  user_name: string | null
  same_customer: boolean
}
interface WarningWire {
  code: unknown
  name: string
  on: string
  expected: number
  amount: number
  lines: { ticket_category_id: string; seats: string[]; unit_price: number; price_now: number }[]
  ticket_category_ids: string[]
  payments: MentionWire[]
  refunds: RefundMentionWire[]
}

export function readPaymentWarning(value: unknown): PaymentWarning {
  const warning = value as WarningWire
  switch (warning.code) {
    case 'amount_differs':
      return { code: warning.code, expected: toPaise(warning.expected), amount: toPaise(warning.amount) }
    case 'seats_lost':
      return {
        code: warning.code,
        lines: warning.lines.map((line) => ({ ticketCategoryId: line.ticket_category_id, seats: line.seats })),
      }
    case 'price_changed':
      return {
        code: warning.code,
        lines: warning.lines.map((line) => ({
          ticketCategoryId: line.ticket_category_id,
          unitPrice: toPaise(line.unit_price),
          priceNow: toPaise(line.price_now),
        })),
      }
    case 'event_cancelled':
    case 'event_over':
    case 'category_gone':
    case 'without_code':
      return { code: warning.code, ticketCategoryIds: warning.ticket_category_ids }
    case 'reference_used':
    case 'screenshot_seen':
      return { code: warning.code, payments: warning.payments.map(readMention) }
    case 'reference_of_refund':
      return { code: warning.code, refunds: warning.refunds.map(readRefundMention) }
    case 'reference_not_12_digits':
    case 'beyond_limit':
    case 'beyond_undecided':
    case 'before_turn':
    case 'no_screenshot':
    case 'not_on_sale':
    case 'not_held':
      return { code: warning.code }
    case 'code_used_up':
      return { code: warning.code, name: warning.name }
    case 'credit_reversed':
    case 'credit_may_be_reversed':
      return { code: warning.code, on: warning.on, amount: toPaise(warning.amount) }
    default:
      return { code: 'unknown', name: String(warning.code) }
  }
}

const readMention = (mention: MentionWire): PaymentMention => ({
  paymentId: mention.payment_id,
  orderCode: mention.order_code,
  status: mention.status as PaymentStatus,
  createdAt: iso(mention.created_at),
  userName: mention.user_name ?? null,
  sameCustomer: mention.same_customer === true,
})

const readRefundMention = (mention: RefundMentionWire): RefundMention => ({
  orderCode: mention.order_code,
  amount: toPaise(mention.amount),
  refundedAt: iso(mention.refunded_at),
  userName: mention.user_name ?? null,
  sameCustomer: mention.same_customer === true,
})
