import type { Paise } from '#shop/prices/money.ts'

/**
 * UPI deep links, as NPCI's linking specification has them: `am` with two decimals and no commas, `tr` letters and
 * digits, `tn` short plain ASCII, spaces as `%20`, no `url`, no invented `mc`.
 */

export interface UpiPayment {
  /** Name shown to the payer before they confirm. */
  payee: string
  /** UPI id (virtual payment address) that receives the money. */
  vpa: string
  amountPaise: Paise
  /** Order code `MF…`: goes into the reference and the note, so that it stands on the bank's statement. */
  orderCode: string
}

/** `<name>@<handle>` as NPCI allows it. */
const VPA = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,255}@[a-zA-Z][a-zA-Z0-9]{1,63}$/

export const isUpiId = (text: string): boolean => VPA.test(text)

/** The exact amount as UPI apps take it: rupees with two decimals, no commas. `149900` → `1499.00`. */
export const upiAmount = (paise: Paise): string => (paise / 100).toFixed(2)

/** What NPCI lets most payers send in one UPI transfer; some banks and kinds of payment have other limits. */
const USUAL_LIMIT: Paise = 1_00_000_00

/** True for an amount that most payers cannot send in one UPI transfer. */
export const isAboveUsualLimit = (paise: Paise): boolean => paise > USUAL_LIMIT

/**
 * The link (and QR text) that opens a UPI app with everything filled.
 * @throws RangeError for a UPI id that is none, an amount that is not positive whole paise, or a code that is not
 *   1–35 letters and digits: a wrong link would send money astray or be declined.
 */
export const upiLink = (payment: UpiPayment): string => `upi://pay?${query(payment)}`

export interface UpiApp {
  name: string
  link: string
}

/**
 * Links that open one certain app. iOS has no chooser for `upi:`, whichever app claimed it last opens, so each app is
 * offered by its own scheme there.
 */
export const upiAppLinks = (payment: UpiPayment): UpiApp[] => {
  const filled = query(payment)
  return [
    { name: 'Google Pay', link: `gpay://upi/pay?${filled}` },
    { name: 'PhonePe', link: `phonepe://pay?${filled}` },
    { name: 'Paytm', link: `paytmmp://pay?${filled}` },
    { name: 'BHIM', link: `bhim://pay?${filled}` },
  ]
}

const query = ({ payee, vpa, amountPaise, orderCode }: UpiPayment): string => {
  if (!isUpiId(vpa)) throw new RangeError(`not a UPI id: ${vpa}`)
  if (!Number.isSafeInteger(amountPaise) || amountPaise <= 0) throw new RangeError(`not an amount: ${amountPaise}`)
  if (!/^[A-Za-z0-9]{1,35}$/.test(orderCode)) throw new RangeError(`not an order code: ${orderCode}`)
  // `@` stays as it is: several apps read `pa` without decoding it. A UPI id has no sign that would need escaping.
  return [
    `pa=${vpa}`,
    `pn=${encodeURIComponent(payee)}`,
    `am=${upiAmount(amountPaise)}`,
    'cu=INR',
    `tn=${encodeURIComponent(`Tickets ${orderCode}`)}`,
    `tr=${orderCode}`,
  ].join('&')
}
