import type { PaymentMention, PaymentWarning, RefundMention } from '#shop/payments/payment-warning.ts'
import { isPaid } from '#shop/payments/payment.ts'
import type { ReviewLine } from '#shop/payments/review-rows.ts'
import { formatDay } from '#platform/time/ist.ts'
import { count, exactRupees, rupees } from '#ui/format.ts'
import { seatsText } from '#console/bookings/ticket-state.tsx'

/** `bad` blocks approval as long as it holds; `warn` asks for a look. */
export interface WordedWarning {
  kind: 'bad' | 'warn'
  head: string
  body: string
}

type Line = Pick<ReviewLine, 'ticketCategoryId' | 'eventName' | 'categoryName'>

const nameOf = (lines: readonly Line[], categoryId: string): string => {
  const line = lines.find((one) => one.ticketCategoryId === categoryId)
  const name = [line?.eventName, line?.categoryName].filter(Boolean).join(', ')
  return name || 'A deleted ticket category'
}

/** 'MF7K2Q (approved, same customer, 14 Nov 2026)' */
const mentions = (payments: readonly PaymentMention[]): string =>
  payments
    .map((other) => {
      const whose = other.sameCustomer ? 'same customer' : (other.userName ?? 'another customer')
      return `${other.orderCode} (${other.status}, ${whose}, ${formatDay(other.createdAt)})`
    })
    .join(' · ')

/** '₹620.00 for order MF7K2QX4MD (same customer, 14 Nov 2026)' */
const paidBack = (refunds: readonly RefundMention[]): string =>
  refunds
    .map((refund) => {
      const whose = refund.sameCustomer ? 'same customer' : (refund.userName ?? 'another customer')
      return `${exactRupees(refund.amount)} for order ${refund.orderCode} (${whose}, ${formatDay(refund.refundedAt)})`
    })
    .join(' · ')

export function warningText(warning: PaymentWarning, lines: readonly Line[]): WordedWarning {
  switch (warning.code) {
    case 'amount_differs': {
      const difference = warning.amount - warning.expected
      return {
        kind: 'warn',
        head: difference < 0 ? `Short by ${exactRupees(-difference)}` : `Over by ${exactRupees(difference)}`,
        body: `${exactRupees(warning.expected)} was asked for, ${exactRupees(warning.amount)} is stated. Only the bank’s credit counts.`,
      }
    }
    case 'seats_lost':
      return {
        kind: 'bad',
        head: 'Seats lost',
        body: `${warning.lines
          .map((line) => `${nameOf(lines, line.ticketCategoryId)}: ${seatsText(line.seats)}`)
          .join(' · ')}. Choose others before approving.`,
      }
    case 'price_changed':
      return {
        kind: 'warn',
        head: 'Price changed since the order',
        body: `${warning.lines
          .map(
            (line) =>
              `${nameOf(lines, line.ticketCategoryId)}: ${rupees(line.unitPrice)} then, ${rupees(line.priceNow)} now`,
          )
          .join(' · ')}. Approving it sells at the price of the order.`,
      }
    case 'event_cancelled':
      return {
        kind: 'warn',
        head: 'Event cancelled',
        body: `${warning.ticketCategoryIds.map((id) => nameOf(lines, id)).join(' · ')}. The money has to go back: if it came in, approve the payment, and Refunds lists what you owe.`,
      }
    case 'event_over':
      return {
        kind: 'warn',
        head: 'Event already begun',
        body: `${warning.ticketCategoryIds.map((id) => nameOf(lines, id)).join(' · ')}.`,
      }
    case 'category_gone':
      return {
        kind: 'bad',
        head: 'Ticket category deleted',
        body: `${warning.ticketCategoryIds.map((id) => nameOf(lines, id)).join(' · ')}. This cannot become a ticket: reject it and return the money.`,
      }
    case 'reference_used': {
      const approved = warning.payments.some((other) => isPaid(other.status))
      return {
        kind: approved ? 'bad' : 'warn',
        head: approved ? 'Reference already approved' : 'Reference named more than once',
        body: `${mentions(warning.payments)}. One credit pays for one order.`,
      }
    }
    case 'reference_of_refund':
      return {
        kind: 'bad',
        head: 'Reference of your own refund',
        body: `You sent ${paidBack(warning.refunds)} with this transfer. It brought you no money: reject the payment.`,
      }
    case 'screenshot_seen':
      return {
        kind: 'warn',
        head: 'Same screenshot as another payment',
        body: `${mentions(warning.payments)}. Only the bank credit counts.`,
      }
    case 'reference_not_12_digits':
      return {
        kind: 'warn',
        head: 'Not a UPI reference',
        body: 'A UTR has 12 digits. The customer read this and sent it anyway: look for amount and time in the bank’s statement.',
      }
    case 'beyond_limit':
      return {
        kind: 'warn',
        head: 'Over the customer’s seat limit',
        body: 'It was recorded without keeping seats for it.',
      }
    case 'beyond_undecided':
      return {
        kind: 'warn',
        head: 'This customer had ten undecided payments',
        body: 'It was recorded without keeping seats for it.',
      }
    case 'before_turn':
      return {
        kind: 'warn',
        head: 'Paid before its turn in the queue',
        body: 'The event has a queue, which had not let this customer in: it was recorded without keeping seats for it.',
      }
    case 'not_on_sale':
      return {
        kind: 'warn',
        head: 'Paid while it was not on sale',
        body: 'Its order had not held these places lately: it was recorded without keeping places for it.',
      }
    case 'not_held':
      return {
        kind: 'warn',
        head: 'Paid without a hold',
        body: 'A new hold would have been refused to this customer: it was recorded without keeping places for it.',
      }
    case 'companion_seat':
      return {
        kind: 'warn',
        head: 'Kept for a companion',
        body: 'One of its seats goes with the wheelchair place beside it, which the order does not have: it was recorded without keeping places for it.',
      }
    case 'no_screenshot':
      return {
        kind: 'warn',
        head: 'No screenshot so far',
        body: 'None has arrived. Only the bank credit counts.',
      }
    case 'without_code':
      return {
        kind: 'warn',
        head: 'Bought without the code',
        body: `${warning.ticketCategoryIds.map((id) => nameOf(lines, id)).join(' · ')}. These tickets need a code that opens them, and the order had none.`,
      }
    case 'code_used_up':
      return {
        kind: 'warn',
        head: 'Code used too often',
        body: `Earlier payments have used ${warning.name} as often as it may be. The order keeps the price that was shown.`,
      }
    case 'credit_reversed':
      return {
        kind: 'warn',
        head: `The bank took it back on ${formatDay(warning.on)}`,
        body: `${exactRupees(warning.amount)} came in and went out again: this credit proves nothing.`,
      }
    case 'credit_may_be_reversed':
      return {
        kind: 'warn',
        head: 'The bank may have taken it back',
        body: `A debit of ${exactRupees(warning.amount)} on ${formatDay(warning.on)} reverses a credit of this amount, and several have it. Look in your bank’s app which one, and set that credit aside.`,
      }
    case 'unknown':
      return { kind: 'warn', head: 'Something else to look at', body: warning.name.replaceAll('_', ' ') }
  }
}

/** Says the first of a payment's doubts in few words, and how many follow: 'No screenshot so far, and 1 more'. */
export function doubtText(warnings: readonly PaymentWarning[], lines: readonly Line[] = []): string | null {
  const [first] = warnings
  if (!first) return null
  return `${warningText(first, lines).head}${warnings.length > 1 ? `, and ${count(warnings.length - 1)} more` : ''}`
}

export const isClean = (payment: { warnings: readonly PaymentWarning[] }): boolean => payment.warnings.length === 0

/** Returns why the database would refuse an approval, or null. */
export function approvalBlock(
  payment: { userId: string; isTest?: boolean; warnings: readonly PaymentWarning[] },
  reviewerId: string | null,
): 'own_payment' | 'category_gone' | 'seats_lost' | 'reference_approved' | 'reference_of_refund' | null {
  if (payment.userId === reviewerId && !payment.isTest) return 'own_payment'
  const has = (code: PaymentWarning['code']) => payment.warnings.some((warning) => warning.code === code)
  if (has('category_gone')) return 'category_gone'
  if (has('reference_of_refund')) return 'reference_of_refund'
  const approved = payment.warnings.some(
    (warning) => warning.code === 'reference_used' && warning.payments.some((other) => isPaid(other.status)),
  )
  if (approved) return 'reference_approved'
  return has('seats_lost') ? 'seats_lost' : null
}
