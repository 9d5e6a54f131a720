import { taxOf, type Paise } from './money.ts'

/** A row of `tax_rules` (docs/decisions/0050-tax.md). */
export interface TaxRule {
  /** `local` is a tax of one state. */
  kind: 'gst' | 'local'
  state: string | null
  /** The last price of a seat with this rate; null without a bound. */
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
  /** Today's, on every day. Without one, rules of GST do not apply. */
  hasGstin: boolean
}

/** What the price of a line depends on, beside unit price and quantity. */
export interface LineRates {
  gstPercent: number
  localPercent: number
  /** Of one seat, before its GST. */
  fee: Paise
  feeGstPercent: number
}

/** True while GST may be charged at all. */
export const chargesGst = ({ gstBy, hasGstin }: Rates): boolean => gstBy === 'flat' || hasGstin

/** Returns the rates of a seat at this price, in this state (missing: unknown). Same as `private.rate_line`. */
export const ratesOf = (unitPrice: Paise, state: string | null | undefined, rates: Rates): LineRates => {
  const { gstBy, taxRules, gstPercent, feePerSeat, feeGstPercent } = rates
  const gst = chargesGst(rates)
  return {
    gstPercent: !gst ? 0 : gstBy === 'rules' ? percentAt(taxRules, 'gst', null, unitPrice) : gstPercent,
    localPercent: state ? percentAt(taxRules, 'local', state, unitPrice) : 0,
    fee: feePerSeat,
    feeGstPercent: gst ? feeGstPercent : 0,
  }
}

export const FREE_RATES: LineRates = { gstPercent: 0, localPercent: 0, fee: 0, feeGstPercent: 0 }

/** Returns what one seat costs with tax and fee, in a state (missing: unknown). */
export const allInPrice = (price: Paise, rates: Rates, state?: string | null): Paise => {
  const { gstPercent, localPercent, fee, feeGstPercent } = ratesOf(price, state, rates)
  return price + taxOf(price, gstPercent) + taxOf(price, localPercent) + fee + taxOf(fee, feeGstPercent)
}

const percentAt = (rules: readonly TaxRule[], kind: TaxRule['kind'], state: string | null, price: Paise): number => {
  const bound = ({ upTo }: TaxRule): number => upTo ?? Infinity
  const fitting = rules.filter((rule) => rule.kind === kind && rule.state === state && bound(rule) >= price)
  return fitting.sort((a, b) => bound(a) - bound(b))[0]?.percent ?? 0
}
