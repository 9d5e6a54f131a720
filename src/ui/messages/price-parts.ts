import type { Paise } from '#shop/prices/money.ts'
import { chargesGst, typedBound, type TaxRule } from '#shop/prices/rates.ts'
import { feePerSeat, terms } from '../terms.ts'
import { rupees } from '../rupees.ts'

/** How a language names what is added to the price of a ticket. */
export interface PartWords {
  and: string
  /** `above` and `upTo`: the prices between which this rate applies, if there are others. */
  gst: (percent: string, above: string | null, upTo: string | null) => string
  /** Local tax, without its rate: only some events have one. */
  local: string
  /** `gst`: of the fee, '18%'. */
  fee: (fee: string, gst: string | null) => string
}

/**
 * Returns what the terms add to a price: GST, local tax, fee; those that there are. `within`: the GST that prices contain
 * instead; '' without one.
 */
export function priceParts(words: PartWords): { within: string; added: string[] } {
  const { gstBy, gstPercent, feePerSeat: fee, feeGstPercent, taxRules, pricesIncludeGst } = terms()
  const parts: string[] = []
  const rates =
    gstBy === 'rules' ? ratesByPrice(taxRules, pricesIncludeGst) : [{ percent: gstPercent, above: null, upTo: null }]
  const taxed = chargesGst(terms()) ? rates.filter(({ percent }) => percent > 0) : []
  const bound = (price: Paise | null): string | null => (price === null ? null : rupees(price))
  const said = taxed.map(({ percent, above, upTo }) => words.gst(`${percent}%`, bound(above), bound(upTo))).join(' / ')
  if (said !== '' && !pricesIncludeGst) parts.push(said)
  if (taxRules.some((rule) => rule.kind === 'local' && rule.percent > 0)) parts.push(words.local)
  const feeGst = chargesGst(terms()) && feeGstPercent > 0 ? `${feeGstPercent}%` : null
  if (fee > 0) parts.push(words.fee(feePerSeat(), feeGst))
  return { within: pricesIncludeGst ? said : '', added: parts }
}

/** Returns 'a', 'a and b', 'a, b and c' */
export const listed = (parts: readonly string[], and: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`

/** GST by price, the lowest first; `within`: by the price with GST in it. */
function ratesByPrice(
  rules: readonly TaxRule[],
  within: boolean,
): { percent: number; above: Paise | null; upTo: Paise | null }[] {
  const sorted = rules.filter((rule) => rule.kind === 'gst').sort((a, b) => (a.upTo ?? Infinity) - (b.upTo ?? Infinity))
  return sorted.map((rule, index) => {
    const before = sorted[index - 1]
    return { percent: rule.percent, upTo: typedBound(rule, within), above: before ? typedBound(before, within) : null }
  })
}
