import { toPaise, type Paise } from '#shop/prices/money.ts'
import { terms } from '#ui/terms.ts'

/** A limit of the database. */
export const PRICE_MAX: Paise = 999_999_999

/** Accepts ₹ and commas; null unless 0 or more rupees with at most two decimals. */
export function readPrice(text: string): Paise | null {
  const clean = text.replace(/[₹,\s]/g, '')
  if (!/^\d+(\.\d{1,2})?$/.test(clean)) return null
  const paise = toPaise(clean)
  return paise <= PRICE_MAX ? paise : null
}

/** Returns what a price is typed with: 'before GST and fee' */
export const priceBasis = (): string => (terms().pricesIncludeGst ? 'with GST, before the fee' : 'before GST and fee')

export function readCount(text: string): number | null {
  const clean = text.replace(/[,\s]/g, '')
  return /^\d{1,7}$/.test(clean) ? Number(clean) : null
}
