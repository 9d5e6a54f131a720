import { instant, isTrue, list, oneOf, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { paymentStatuses } from './payment.ts'
import { toPaise } from '#shop/prices/money.ts'

const readMention = row({
  paymentId: text,
  orderCode: text,
  status: oneOf(paymentStatuses),
  createdAt: instant,
  userName: orNull(text),
  sameCustomer: isTrue,
})
export type PaymentMention = Of<typeof readMention>

const readRefundMention = row({
  orderCode: text,
  amount: toPaise,
  refundedAt: instant,
  userName: orNull(text),
  sameCustomer: isTrue,
})
/** A refund that the shop sent by the transfer of the warning. */
export type RefundMention = Of<typeof readRefundMention>

const nothing = row({})
const ofCategories = row({ ticketCategoryIds: list(text) })
const ofPayments = row({ payments: list(readMention) })
const ofCredit = row({
  /** 'YYYY-MM-DD', when the bank booked it back. */
  on: text,
  amount: toPaise,
})

/** What each warning says. */
const warnings = {
  amount_differs: row({ expected: toPaise, amount: toPaise }),
  seats_lost: row({ lines: list(row({ ticketCategoryId: text, seats: list(text) })) }),
  price_changed: row({ lines: list(row({ ticketCategoryId: text, unitPrice: toPaise, priceNow: toPaise })) }),
  event_cancelled: ofCategories,
  event_over: ofCategories,
  category_gone: ofCategories,
  without_code: ofCategories,
  reference_used: ofPayments,
  screenshot_seen: ofPayments,
  reference_of_refund: row({ refunds: list(readRefundMention) }),
  reference_not_12_digits: nothing,
  beyond_limit: nothing,
  beyond_undecided: nothing,
  before_turn: nothing,
  no_screenshot: nothing,
  not_on_sale: nothing,
  not_held: nothing,
  companion_seat: nothing,
  code_used_up: row({ name: text }),
  credit_reversed: ofCredit,
  credit_may_be_reversed: ofCredit,
}
type Code = keyof typeof warnings

/** `unknown` keeps a warning that this version of the console does not know. */
export type PaymentWarning =
  { [C in Code]: { code: C } & Of<(typeof warnings)[C]> }[Code] | { code: 'unknown'; name: string }

export function readPaymentWarning(value: unknown): PaymentWarning {
  const { code } = value as { code: unknown }
  return typeof code === 'string' && Object.hasOwn(warnings, code)
    ? ({ code, ...warnings[code as Code](value as never) } as PaymentWarning)
    : { code: 'unknown', name: String(code) }
}
