import type { Credit } from '#shop/bank/credit.ts'
import type { RefundReason } from '#shop/refunds/refund.ts'
import type { RefundPart, RefundRow } from '#shop/refunds/refund-rows.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDay, formatDayTime } from '#platform/time/ist.ts'
import type { PaymentMethod } from '#shop/box-office/door-sale.ts'
import { toPaise } from '#shop/prices/money.ts'
import { exactRupees } from '#ui/format.ts'
import { paidWords } from '../box-office/box-office-words.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { payerOf } from '../kit/words/payer.ts'
import { seatsText } from '../bookings/ticket-state.tsx'
import { counted, plural } from '../kit/words/counted.ts'

export const refundReasons: Readonly<Record<RefundReason, string>> = {
  cancelled: 'Event cancelled',
  moved: 'Event moved',
  rejected: 'Payment rejected',
  overpaid: 'Paid too much',
  other: 'Started by staff',
  given_back: 'Given back and sold',
}

export const recipientOf = (refund: Pick<RefundRow, 'userName' | 'userEmail' | 'sellerId'>): string =>
  payerOf({ ...refund, email: refund.userEmail })

/** Returns 'in cash', 'by card' or 'by UPI': money goes back the way it came. */
export const wayBack = ({ method }: { method: PaymentMethod }): string => paidWords[method === 'free' ? 'upi' : method]

/** Returns the addresses that an order's credits came from, in small letters, as far as their proofs name them. */
export const payersOf = (credits: readonly Pick<Credit, 'orderCode' | 'payerVpa'>[], orderCode: string): string[] => [
  ...new Set(
    credits.flatMap((one) => (one.orderCode === orderCode && one.payerVpa ? [one.payerVpa.toLowerCase()] : [])),
  ),
]

/** Says how and when the money went back; null until then. */
export function settledWords(
  refund: Pick<RefundRow, 'way' | 'utr' | 'settledHow' | 'refundedAt' | 'requestedAt'>,
): string | null {
  const { way, utr, settledHow } = refund
  if (way === null) return null
  const how = {
    upi: utr,
    bank: settledHow === null ? utr : `${utr} to ${settledHow}`,
    cash: settledHow === null ? 'Given back in cash' : `Given back in cash, out of ${settledHow}`,
    card: 'Given back by card',
    other: settledHow ?? 'Settled otherwise',
  }[way]
  return `${how}, ${formatDay(refund.refundedAt ?? refund.requestedAt)}`
}

/** Says when a statement showed the transfer; null while none does. */
export function seenWords({ seen }: Pick<RefundRow, 'seen'>): string | null {
  if (seen === null) return null
  const day = formatDay(seen.on)
  return seen.amount === seen.expected
    ? `Seen in the statement on ${day}`
    : `The statement has ${exactRupees(seen.amount)} on ${day}, not ${exactRupees(seen.expected)}`
}

/** Why an amount that no imported statement has is to be checked. `door`: how staff sold it; null for an online order. */
export function unprovenWords(door: PaymentMethod | null): string {
  const said = 'the amount is what the seller wrote down'
  switch (door) {
    case null:
      return 'No imported statement has this payment: the amount is only what the customer says. Check your bank first.'
    case 'cash':
      return `Sold at the door in cash: ${said}. No bank statement has it; the till’s book does.`
    case 'card':
      return `Sold at the door by card: ${said}. Look at the card machine’s list first.`
    default:
      return `Sold at the door by UPI: ${said}, and no imported statement has it. Check your bank first.`
  }
}

/** Returns 'Aarti Rao - Pune, Gold: A1 A2 · Silver: B1': each event once. */
export function boughtWhat({ eventName, together }: Pick<RefundRow, 'eventName' | 'together'>): string {
  const nameOf = (part: RefundPart): string => part.eventName || eventName
  return [...new Set(together.map(nameOf))]
    .map((event) => {
      const parts = together.filter((part) => nameOf(part) === event)
      const tickets = parts.filter(({ ticketId }) => ticketId !== null)
      const said = tickets.map(({ category, seats }) => `${category}: ${seatsText(seats)}`)
      return tickets.length === parts.length
        ? `${event}, ${said.join(' · ')}`
        : `${event}: ${[...said, 'no ticket'].join(' · ')}`
    })
    .join('; ')
}

/** Why it is owed, each reason once. */
export const reasonText = ({ together }: Pick<RefundRow, 'together'>): string =>
  [...new Set(together.map(({ reason }) => refundReasons[reason]))].join(', ')

/** '2 of 4 seats were let in, the first Sat 5 Dec 2026, 7:42 pm'; null when none were. */
export function admittedWords({ admitted, quantity }: Pick<RefundRow, 'admitted' | 'quantity'>): string | null {
  if (!admitted) return null
  const when = formatDayTime(admitted.at)
  if (quantity === 1) return `The seat was let in: ${when}`
  return `${admitted.seats} of ${counted(quantity, 'seat')} ${plural(admitted.seats, 'was', 'were')} let in, the first ${when}`
}

export function refundFailureText(failure: Failure): string {
  switch (failure.code) {
    case 'already_decided': {
      const { utr } = (failure.detail ?? {}) as { utr?: string }
      return `Someone has already marked it${utr ? ` with reference ${utr}` : ''}. Look at your bank’s statement before you send anything.`
    }
    case 'transaction_used':
      return `This reference paid another customer back${typeof failure.detail === 'string' ? `, for order ${failure.detail}` : ''}. One transfer goes to one customer.`
    case 'changed_meanwhile':
      return `The customer changed the UPI id${typeof failure.detail === 'string' ? ` to ${failure.detail}` : ''}. Nothing was marked. If you have sent the money to the id above, ask the customer for it back or say so in the order’s history.`
    case 'amount_changed': {
      const now = Number(failure.detail)
      return `${Number.isFinite(now) ? `${exactRupees(toPaise(now))} is owed now` : 'Another amount is owed now'}: more came in, or an import was taken back. Nothing was marked. Close this and look at the list again before you send anything more.`
    }
    case 'admitted':
      return 'The ticket was let in at the gate meanwhile. Close this and look at the list again.'
    case 'no_upi_id':
      return 'The customer gave no UPI id: enter where the money went.'
    case 'in_use':
      return 'It is in a bank file: mark it as sent there, or cancel the file first.'
    case 'till_closed':
      return 'You have no open till. Open one, or write what the cash was taken from.'
    case 'own_payment':
      return 'This is your own payment. Another admin has to start its refund.'
    case 'not_refundable': {
      const { most, tickets } = (failure.detail ?? {}) as { most?: number; tickets?: number }
      if (most !== undefined) {
        const rest = tickets ? `${exactRupees(toPaise(tickets))} bought tickets that are valid` : 'no more came in'
        return `At most ${exactRupees(toPaise(most))} can go back: ${rest}.`
      }
      if (failure.detail === 'pending') return 'Decide the payment first.'
      if (failure.detail === 'tickets')
        return 'Its money bought tickets that are valid. To refund a ticket, start a refund in its booking.'
      if (failure.detail === 'sold') return 'Another person bought the seat, so its money is owed.'
      if (failure.detail === 'sent')
        return 'Part of the ticket’s price has been sent back without it, so it cannot be valid again. Revoke the ticket first.'
      return 'There is nothing to refund: no money came in, it has gone back, or it paid for another order.'
    }
    case 'not_found':
      return 'It is no longer owed: its money bought tickets, or staff wrote it off.'
    case 'invalid':
      return 'The reference cannot be read. It needs at least 6 letters and digits and no other signs.'
    default:
      return whyFailed(failure)
  }
}
