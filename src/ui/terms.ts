import { FIRST_TERMS, type ShopTerms } from '#shop/terms/terms.ts'
import { rupees } from './rupees.ts'

let held = FIRST_TERMS

/** The shop's terms that hold today, as every price, limit and text on the screen says them. */
export const terms = (): ShopTerms => held

/** From now on these hold. Only app/shop-terms.ts calls it, which also has everything drawn anew. */
export function goByTerms(next: ShopTerms): void {
  held = next
}

/** '18% GST' without the word: '18%'. */
export const gst = (): string => `${held.gstPercent}%`

/** The convenience fee of one seat: '₹30'. */
export const feePerSeat = (): string => rupees(held.feePerSeat)
