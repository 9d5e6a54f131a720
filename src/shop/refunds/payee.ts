import { isUpiId } from '#shop/payments/upi.ts'
import type { RefundRow } from './refund-rows.ts'

/** Where a transfer goes. `to`: what was typed, null for the customer's own UPI id. */
export interface Payee {
  way: 'upi' | 'bank'
  to: string | null
  upiId: string
  account: string
  ifsc: string
}

type Of = Pick<RefundRow, 'upiId'>
type Takes = readonly ('upi' | 'bank')[]

/** True where staff say where the money goes: without a UPI id, or where the bank's file takes only accounts. */
export const needsPayee = ({ upiId }: Of, takes: Takes): boolean => upiId === null || !takes.includes('upi')

const ACCOUNT = /^(\d{9,18}) ?([A-Z]{4}0[A-Z0-9]{6})$/

/** Reads where a refund goes, from the customer's UPI id or what staff typed; else what is wrong. */
export function readPayee(of: Of, typed: string, takes: Takes): Payee | { problem: string } {
  if (!needsPayee(of, takes)) return { way: 'upi', to: null, upiId: of.upiId ?? '', account: '', ifsc: '' }
  const to = typed.trim()
  if (takes.includes('upi') && isUpiId(to)) return { way: 'upi', to, upiId: to, account: '', ifsc: '' }
  // Account numbers are written in groups.
  const [, account = '', ifsc = ''] =
    ACCOUNT.exec(
      to
        .toUpperCase()
        .replace(/[\s,]+(?=\d)/g, '')
        .replace(/[\s,]+/g, ' '),
    ) ?? []
  if (takes.includes('bank') && account !== '')
    return { way: 'bank', to: `${account} ${ifsc}`, upiId: '', account, ifsc }
  return {
    problem: takes.includes('bank')
      ? `Write ${takes.includes('upi') ? 'name@bank, or ' : ''}9 to 18 digits and the IFSC: 50100123456789 HDFC0001234.`
      : 'A UPI id looks like name@bank, without spaces. This bank’s file takes no account.',
  }
}
