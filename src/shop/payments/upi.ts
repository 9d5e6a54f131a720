import type { Paise } from '#shop/prices/money.ts'

/** UPI deep links by NPCI's specification: `tr` alphanumeric, `tn` short plain ASCII, no `url`, no `mc` but the shop's own. */

/** As orderCode in orders/order.ts makes it. */
const ORDER_CODE = /^MF([0-9A-HJKMNP-TV-Z]{8})$/

export interface UpiPayment {
  payee: string
  vpa: string
  /** A merchant's category, four digits, as its own QR has it; empty or missing for others. */
  mcc?: string
  amountPaise: Paise
  /** In the reference, and without MF the note, so that the bank's statement shows it. */
  orderCode: string
}

/** A name at a bank's handle, or NPCI's form of an account: its number at the IFSC. An e-mail address is none. */
const VPA = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,255}@(?:[a-zA-Z][a-zA-Z0-9]{1,63}|[a-zA-Z]{4}0[a-zA-Z0-9]{6}\.ifsc\.npci)$/

export const isUpiId = (text: string): boolean => VPA.test(text)

/** Writes an amount as UPI apps read it: `149900` → `1499.00`: no commas. */
export const upiAmount = (paise: Paise): string => (paise / 100).toFixed(2)

/**
 * Returns what the note of a payment has to say: the eight signs of the order's code after MF, and nothing else.
 * Banks shorten notes in their statements and mails (State Bank of India keeps three to seven signs), so no sign may be
 * the same in all orders. Throws RangeError for anything but an order's code.
 */
export function upiNote(orderCode: string): string {
  const signs = ORDER_CODE.exec(orderCode)?.[1]
  if (signs === undefined) throw new RangeError(`not an order code: ${orderCode}`)
  return signs
}

/** Returns the link and QR text. Throws RangeError for a bad UPI id, amount or code: money could go astray. */
export const upiLink = (payment: UpiPayment): string => `upi://pay?${query(payment)}`

export interface UpiApp {
  name: string
  link: string
}

/** Returns one link for each app: iOS has no chooser for `upi:` and opens the app that claimed it last. */
export const upiAppLinks = (payment: UpiPayment): UpiApp[] => {
  const filled = query(payment)
  return [
    { name: 'Google Pay', link: `gpay://upi/pay?${filled}` },
    { name: 'PhonePe', link: `phonepe://pay?${filled}` },
    { name: 'Paytm', link: `paytmmp://pay?${filled}` },
    { name: 'BHIM', link: `bhim://pay?${filled}` },
  ]
}

const query = ({ payee, vpa, mcc = '', amountPaise, orderCode }: UpiPayment): string => {
  if (!isUpiId(vpa)) throw new RangeError(`not a UPI id: ${vpa}`)
  if (!Number.isSafeInteger(amountPaise) || amountPaise <= 0) throw new RangeError(`not an amount: ${amountPaise}`)
  if (!/^(\d{4})?$/.test(mcc)) throw new RangeError(`not a merchant's category: ${mcc}`)
  // Several apps read `pa` without decoding, so `@` stays as it is.
  return [
    `pa=${vpa}`,
    `pn=${encodeURIComponent(payee)}`,
    ...(mcc === '' ? [] : [`mc=${mcc}`]),
    `am=${upiAmount(amountPaise)}`,
    'cu=INR',
    `tn=${upiNote(orderCode)}`,
    `tr=${orderCode}`,
  ].join('&')
}

/**
 * What most payers' apps and banks send at most in a payment and on a day. NPCI's general limit; banks set lower ones, and
 * verified merchants of some kinds (hospitals, colleges, taxes) have ₹5,00,000:
 * https://taxupdates.cagurujiclasses.com/upi-transaction-limits-factors-influencing-maximum-transfer-amounts
 */
const USUAL_LIMIT: Paise = 1_00_000_00

/**
 * What a QR read from a stored picture may pay to a person or an unverified merchant: NPCI/UPI/2023-24/OC/76A of 12 March
 * 2024, kept by NPCI/UPI/OC-76C/2025-26 of 8 April 2025
 * (https://taxguru.in/finance/npci-circular-revision-transaction-limits-upi-merchants.html).
 */
const SHARED_QR_LIMIT: Paise = 2_000_00

export const isAboveUsualLimit = (paise: Paise): boolean => paise > USUAL_LIMIT

export const isAboveSharedQrLimit = (paise: Paise): boolean => paise > SHARED_QR_LIMIT
