/** Integer paise: 100 paise are one rupee. Every amount in the app is one of these; the database keeps rupees with two decimals. */
export type Paise = number

/** Tax and fee, of the terms that hold when the order is priced (shop/terms/terms.ts). */
export interface Rates {
  /** GST on the price of the tickets, in percent, with up to two decimals. */
  gstPercent: number
  /** Fee of one seat. */
  feePerSeat: Paise
}

/** GST of this percent on an amount, rounded half up. In whole hundredths of a percent, which BigInt keeps exact. */
export const gstOf = (subtotal: Paise, percent: number): Paise =>
  Number((BigInt(subtotal) * BigInt(Math.round(percent * 100)) + 5000n) / 10_000n)

/** What one ticket at this price costs with everything: priceOrder of one seat. */
export const allInPrice = (price: Paise, { gstPercent, feePerSeat }: Rates): Paise =>
  price + gstOf(price, gstPercent) + feePerSeat

/**
 * Rupees as the database or a form gives them (`1500`, `'1500.00'`) in paise.
 * @throws RangeError when it is no amount, or has fractions of a paisa.
 */
export const toPaise = (rupees: number | string): Paise => {
  const text = typeof rupees === 'number' ? String(rupees) : rupees.trim()
  const parts = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!parts) throw new RangeError(`not an amount in rupees: ${text}`)
  const paise = Number(parts[2]) * 100 + Number((parts[3] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(paise)) throw new RangeError(`too large an amount: ${text}`)
  return parts[1] && paise > 0 ? -paise : paise
}

/** Paise as a number of rupees, for the backend's `numeric` arguments. Not for display: `ui/format.ts` does that. */
export const toRupees = (paise: Paise): number => paise / 100
