import { FIRST_TERMS, type ShopTerms } from '#shop/terms/terms.ts'
import { rupees } from './rupees.ts'

let held = FIRST_TERMS

export const terms = (): ShopTerms => held

/** Sets the terms. Only app/shop-terms.ts calls it, and renders everything again. */
export function setTerms(next: ShopTerms): void {
  held = next
}

export const feePerSeat = (): string => rupees(held.feePerSeat)

/** Returns these words about more time for a hold, or '' where the terms give none. */
export const ifExtendable = (words: string): string => (held.extensionMinutes > 0 ? words : '')
