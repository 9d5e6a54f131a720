import { isUpiId } from '#shop/payments/upi.ts'
import type { RefundWay } from '#shop/refunds/refund.ts'
import type { PaidBack } from '#shop/refunds/refunds-admin.api.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'

export const wayNames: Readonly<Record<RefundWay, string>> = {
  upi: 'UPI',
  bank: 'Bank account',
  cash: 'Cash',
  card: 'Card machine',
  other: 'Settled otherwise',
}

/** What staff typed about a refund that they pay. */
export interface WayDraft {
  way: RefundWay
  upiId: string
  account: string
  ifsc: string
  how: string
  utr: string
}

type Of = Pick<RefundRow, 'method' | 'upiId' | 'sellerId'>

/** Money goes back the way it came, unless staff choose another. */
export const firstDraft = ({ method }: Pick<Of, 'method'>): WayDraft => ({
  ...{ way: method === 'cash' || method === 'card' ? method : 'upi' },
  ...{ upiId: '', account: '', ifsc: '', how: '', utr: '' },
})

/** Returns the ways in which money can go back: a card gives back only what it paid. */
export const waysOf = ({ method }: Pick<Of, 'method'>): RefundWay[] =>
  method === 'card' ? ['card', 'upi', 'bank', 'cash', 'other'] : ['upi', 'bank', 'cash', 'other']

export const isTransfer = (way: RefundWay): boolean => way === 'upi' || way === 'bank'

const MIN_UTR_LENGTH = 6

/** Reads what was typed; else which field is wrong, and why. */
export function readWay(draft: WayDraft, of: Of): PaidBack | { field: keyof WayDraft; problem: string } {
  const { way } = draft
  const upiId = draft.upiId.trim()
  const account = draft.account.replace(/\s/g, '')
  const ifsc = draft.ifsc.replace(/\s/g, '').toUpperCase()
  const how = draft.how.trim()
  // A buyer at the door may have none: the money goes to the account that paid.
  const mayLackUpiId = of.upiId !== null || (of.sellerId !== null && upiId === '')
  if (way === 'upi' && !mayLackUpiId && !isUpiId(upiId))
    return { field: 'upiId', problem: 'A UPI id looks like name@bank, without spaces.' }
  if (way === 'bank' && !/^\d{9,18}$/.test(account))
    return { field: 'account', problem: 'An account number has 9 to 18 digits.' }
  if (way === 'bank' && !/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc))
    return { field: 'ifsc', problem: 'An IFSC looks like HDFC0001234: four letters, a 0, six signs.' }
  if (way === 'other' && how === '') return { field: 'how', problem: 'Say how it was settled.' }
  if (isTransfer(way) && draft.utr.replace(/\s/g, '').length < MIN_UTR_LENGTH)
    return { field: 'utr', problem: 'Enter the reference that your bank shows for the transfer.' }
  const typedUpiId = of.upiId === null && upiId !== '' ? upiId : null
  const to: Partial<Record<RefundWay, string | null>> = {
    ...{ upi: typedUpiId, bank: `${account} ${ifsc}`, cash: how === '' ? null : how, other: how },
  }
  return { way, utr: isTransfer(way) ? draft.utr : null, to: to[way] ?? null }
}
