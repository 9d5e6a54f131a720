import { chargesGst, type TaxRule } from '#shop/prices/rates.ts'
import type { ShopTerms } from '#shop/terms/terms.ts'
import { rupees } from '#ui/format.ts'

type TaxShown = Pick<ShopTerms, 'gstBy' | 'gstPercent' | 'feePerSeat' | 'feeGstPercent' | 'taxRules' | 'hasGstin'>

/** Tax and fee in sentences. */
export function taxWords(terms: TaxShown): string[] {
  const { gstBy, gstPercent, feePerSeat, feeGstPercent, taxRules, hasGstin } = terms
  const gst = taxRules.filter((rule) => rule.kind === 'gst')
  const rates =
    gstBy === 'flat'
      ? `GST of ${gstPercent} % on every price, with or without a GSTIN.`
      : `GST by the price of a ticket: ${ratesOf(gst)}.`
  const none = 'The shop has no GSTIN, so it charges no GST: enter one in Settings.'
  const states = [...new Set(taxRules.map((rule) => rule.state))].filter((state) => state !== null)
  const locals = states.map(
    (state) => `Local tax in ${state}: ${ratesOf(taxRules.filter((rule) => rule.state === state))}.`,
  )
  const taxed = feeGstPercent > 0 && chargesGst(terms) ? `, with GST of ${feeGstPercent} % on it` : ', without tax'
  const fee = feePerSeat > 0 ? `Convenience fee of ${rupees(feePerSeat)} a ticket${taxed}.` : 'No convenience fee.'
  return [rates, ...(gstBy === 'rules' && !hasGstin ? [none] : []), fee, ...locals]
}

/** '0 % up to ₹500, 18 % above' */
function ratesOf(rules: readonly TaxRule[]): string {
  const sorted = [...rules].sort((a, b) => (a.upTo ?? Infinity) - (b.upTo ?? Infinity))
  return sorted
    .map(({ upTo, percent }) => {
      const rate = percent === 0 ? 'none' : `${percent} %`
      if (upTo !== null) return `${rate} up to ${rupees(upTo)}`
      return sorted.length === 1 ? `${rate} on every price` : `${rate} above`
    })
    .join(', ')
}
