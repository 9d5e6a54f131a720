import { toPaise, type Paise } from '#shop/prices/money.ts'

/** Limit of an amount that staff type, paise: one crore rupees. */
const MAX_AMOUNT: Paise = 1_00_00_000_00

/** Returns paise of '2000', '2,000' or '₹1,200.50'; null for anything else and for more than one crore rupees. */
export function readAmount(text: string): Paise | null {
  const clean = text.replaceAll(/[₹,\s]/g, '')
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(clean)) return null
  const paise = toPaise(clean)
  return paise <= MAX_AMOUNT ? paise : null
}

/** Returns what the buyer gets back; null when less was given than the total. */
export const changeOf = (given: Paise, total: Paise): Paise | null => (given >= total ? given - total : null)

/** Rupees, the largest first. */
export const denominations = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const
export type Denomination = (typeof denominations)[number]
export type CountedNotes = Readonly<Partial<Record<Denomination, number>>>

export const sumOfNotes = (notes: CountedNotes): Paise =>
  denominations.reduce((sum, value) => sum + value * 100 * (notes[value] ?? 0), 0)

/** Returns a change in the fewest notes and coins, largest first; paise that no coin has are left out. */
export function notesFor(amount: Paise): { value: Denomination; n: number }[] {
  let rest = Math.floor(amount / 100)
  return denominations.flatMap((value) => {
    const n = Math.floor(rest / value)
    rest -= n * value
    return n > 0 ? [{ value, n }] : []
  })
}

/** Sums that a buyer is likely to hand over for `total`: the exact one first, at most four, ascending. */
export function likelyGiven(total: Paise): Paise[] {
  if (total <= 0) return []
  const up = [100, 500, 1000, 2000].map((step) => Math.ceil(total / (step * 100)) * step * 100)
  return [...new Set([total, ...up])].sort((a, b) => a - b).slice(0, 4)
}
