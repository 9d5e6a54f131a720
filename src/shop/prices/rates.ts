import { roundingOf, taxOf, taxWithin, type Paise } from './money.ts'

/** A row of `tax_rules` (docs/decisions/0050-tax.md). */
export interface TaxRule {
  /** `local` is a tax of one state. */
  kind: 'gst' | 'local'
  state: string | null
  /** The last price of a seat, without GST, with this rate; null without a bound. */
  upTo: Paise | null
  percent: number
}

/** Of the terms that hold when the order is priced (shop/terms/terms.ts). */
export interface Rates {
  /** With up to two decimals, as all percents. On every price, unless `gstBy` is rules. */
  gstPercent: number
  /** Convenience fee, before its GST. */
  feePerSeat: Paise
  gstBy: 'flat' | 'rules'
  feeGstPercent: number
  taxRules: readonly TaxRule[]
  /** True: the price of a ticket as typed contains its GST (docs/decisions/0085-prices-with-gst.md). */
  pricesIncludeGst: boolean
  /** True: the total of an order is a whole rupee. */
  roundToRupee: boolean
  /** Today's, on every day. Without one, rules of GST do not apply. */
  hasGstin: boolean
}

/** What the price of a line depends on, beside unit price and quantity. */
export interface LineRates {
  gstPercent: number
  /** True: the unit price contains the GST; missing: it comes on top. Local tax is on the price without GST either way. */
  includesGst?: boolean
  localPercent: number
  /** Of one seat, before its GST. */
  fee: Paise
  feeGstPercent: number
  /** True: makes the total of its order a whole rupee. */
  rounds?: boolean
}

/** True while GST may be charged at all. */
export const chargesGst = ({ gstBy, hasGstin }: Rates): boolean => gstBy === 'flat' || hasGstin

/** Returns the rates of a seat at this price, in this state (missing: unknown). Same as `private.rate_line`. */
export const ratesOf = (unitPrice: Paise, state: string | null | undefined, rates: Rates): LineRates => {
  const {
    gstBy,
    taxRules,
    gstPercent: flat,
    feePerSeat,
    feeGstPercent,
    pricesIncludeGst: includesGst,
    roundToRupee,
  } = rates
  const gst = chargesGst(rates)
  const byRule = ({ percent }: TaxRule): Paise => (includesGst ? valueOf(unitPrice, percent) : unitPrice)
  const gstPercent = !gst ? 0 : gstBy === 'rules' ? percentOf(taxRules, 'gst', null, byRule) : flat
  const value = includesGst ? valueOf(unitPrice, gstPercent) : unitPrice
  return {
    gstPercent,
    includesGst,
    localPercent: state ? percentOf(taxRules, 'local', state, () => value) : 0,
    fee: feePerSeat,
    feeGstPercent: gst ? feeGstPercent : 0,
    rounds: roundToRupee,
  }
}

export const FREE_RATES: LineRates = { gstPercent: 0, includesGst: false, localPercent: 0, fee: 0, feeGstPercent: 0 }

/** Returns what an order of one seat costs with tax and fee, in a state (missing: unknown). */
export const allInPrice = (price: Paise, rates: Rates, state?: string | null): Paise => {
  const { gstPercent, includesGst, localPercent, fee, feeGstPercent, rounds } = ratesOf(price, state, rates)
  const value = includesGst ? valueOf(price, gstPercent) : price
  const withGst = includesGst ? price : price + taxOf(price, gstPercent)
  const total = withGst + taxOf(value, localPercent) + fee + taxOf(fee, feeGstPercent)
  return rounds ? total + roundingOf(total, total) : total
}

/** Returns the last price as typed with a rule's rate: with its GST, where prices contain it. Null without a bound. */
export const typedBound = ({ upTo, percent }: TaxRule, pricesIncludeGst: boolean): Paise | null =>
  upTo === null || !pricesIncludeGst ? upTo : upTo + taxOf(upTo, percent)

const valueOf = (price: Paise, gstPercent: number): Paise => price - taxWithin(price, gstPercent)

/**
 * Returns the percent of the rule with the lowest bound that the price without GST does not pass. A price that contains GST
 * is tried without the GST of each rule's own rate, so that no rate depends on itself: ₹500 is exempt and ₹550 is not, as
 * without GST in it its consideration would be ₹550 (notification 12/2017 Central Tax (Rate), entry 81).
 */
function percentOf(
  rules: readonly TaxRule[],
  kind: TaxRule['kind'],
  state: string | null,
  valueBy: (rule: TaxRule) => Paise,
): number {
  const bound = ({ upTo }: TaxRule): number => upTo ?? Infinity
  const fitting = rules.filter((rule) => rule.kind === kind && rule.state === state && bound(rule) >= valueBy(rule))
  return fitting.sort((a, b) => bound(a) - bound(b))[0]?.percent ?? 0
}
