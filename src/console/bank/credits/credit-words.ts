import type { Credit, CreditState, LikelyOrder, MatchKey, NearCredit, ProofSource } from '#shop/bank/credit.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDay, formatDayTime } from '#platform/time/ist.ts'
import type { StateKind } from '#ui/display/state-mark.tsx'
import { exactRupees } from '#ui/format.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import { counted } from '../../kit/words/counted.ts'

const sourceNames: Readonly<Record<ProofSource, string>> = {
  statement: 'Statement',
  mail: 'Mail',
  report: 'Report',
  gateway: 'Gateway',
}

/** Returns 'Statement, Mail' */
export const sourcesText = (sources: readonly ProofSource[]): string =>
  sources.map((source) => sourceNames[source]).join(', ')

/** Completes 'Matched by …'. */
export const keyWords: Readonly<Record<MatchKey, string>> = {
  code: 'the order’s code',
  utr: 'the UTR',
  prefix: 'the beginning of the order’s code',
  near_utr: 'the UTR, but one digit differs',
  short_prefix: 'a few signs of the order’s code',
  hand: 'hand',
}

/** An open credit and how it nearly names a payment. */
export type Likely = Pick<NearCredit, 'amount'> & { near: MatchKey | null }

/** Says how open credits nearly name a payment: 'Likely: ₹974.00, one digit differs'. */
export function likelyText(near: readonly Likely[]): string {
  const [first] = near
  if (!first || near.length > 1) return `Likely: one of ${counted(near.length, 'credit')}`
  const how =
    first.near === 'near_utr'
      ? 'one digit differs'
      : first.near === 'prefix'
        ? 'its note has the beginning of the code'
        : 'its note has a few signs of the code'
  return `Likely: ${exactRupees(first.amount)}, ${how}`
}

export const stateWords: Readonly<Record<CreditState, { kind: StateKind; label: string }>> = {
  free: { kind: 'warn', label: 'Open' },
  used: { kind: 'ok', label: 'Used' },
  set_aside: { kind: 'off', label: 'Set aside' },
  returned: { kind: 'info', label: 'Sent back' },
}

/** The mark of an open credit that staff gave to an order. */
export const givenWords: { kind: StateKind; label: string } = { kind: 'info', label: 'Given' }

/** The mark of a credit that its parts replace. */
export const sharedWords: { kind: StateKind; label: string } = { kind: 'off', label: 'Shared' }

/** Returns false for an order that a credit only nearly names. */
export const namesExactly = ({ keys }: Pick<LikelyOrder, 'keys'>): boolean =>
  keys.includes('code') || keys.includes('utr')

/** True when a credit is exactly the prices of the orders that it names: one transfer paid them all. */
export const paidTogether = ({ amount, likely, givenCode }: Pick<Credit, 'amount' | 'likely' | 'givenCode'>): boolean =>
  givenCode === null &&
  likely.length > 1 &&
  likely.every(namesExactly) &&
  likely.reduce((sum, order) => sum + (order.amount ?? Number.NaN), 0) === amount

/** Returns the minute where a proof says it, else the day. */
export const creditTime = ({ creditedAt, bookedOn }: Pick<Credit, 'creditedAt' | 'bookedOn'>): string =>
  creditedAt === null ? formatDay(bookedOn) : formatDayTime(creditedAt)

export function creditFailureText(failure: Failure): string {
  const of = typeof failure.detail === 'string' ? failure.detail : ''
  switch (failure.code) {
    case 'unknown_order':
      return of.startsWith('MF') ? `There is no order ${of}.` : 'There is no order with this code.'
    case 'amount_changed':
      return `These are ${exactRupees(toPaise(of))} together, more than came in.`
    case 'own_payment':
      return `Order ${of} is your own. Another admin has to give it a credit.`
    case 'already_decided':
      return `The payment of order ${of} was rejected, so its money is sent back: use Record as sent back.`
    case 'credit_used':
      if (of === 'bank') return 'The bank took this credit back.'
      if (of.startsWith('MF')) return `This credit paid for order ${of} meanwhile.`
      return of === ''
        ? 'This credit was set aside, shared or sent back meanwhile.'
        : `This credit was sent back already, by the transfer ${of}. Do not send it again.`
    case 'in_use':
      return 'A payment that waits names this credit. Decide that payment first.'
    case 'reference_of_refund':
      return `The transfer ${of} paid other money back. Look up this one’s UTR in your bank’s app.`
    case 'not_found':
      return 'This credit is no longer there. Its import was taken back.'
    case 'invalid':
      if (of === 'p_utr') return 'A UTR has 12 digits.'
      if (of.endsWith('.amount')) return 'One of these orders has no price any more. Type its amount.'
      if (of === 'p_upi_id') return 'The server refused this UPI id.'
      return whyFailed(failure)
    default:
      return whyFailed(failure)
  }
}
