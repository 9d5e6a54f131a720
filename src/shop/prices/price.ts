import { roundingOf, taxOf, taxWithin, type Paise } from './money.ts'
import { FREE_RATES, ratesOf, type LineRates, type Rates } from './rates.ts'

export interface PricedLine {
  unitPrice: Paise
  quantity: number
  /** The event's; missing: unknown, no local tax. */
  state?: string | null
  /** Of a category that is free: no fee. */
  free?: boolean
}
export type RatedLine = PricedLine & LineRates

/** A rate of the order, and the tax by it. */
export interface TaxRow {
  percent: number
  amount: Paise
  /** Of a local tax. */
  states: string[]
}

export interface OrderPrice {
  /** Of the tickets, without any GST. */
  subtotal: Paise
  gst: Paise
  /** The part of `gst` that the prices of the tickets contain. */
  gstIncluded: Paise
  localTax: Paise
  fee: Paise
  feeGst: Paise
  /** How many seats the fee is charged for: those of free categories have none. */
  feeSeats: number
  /** What made the total a whole rupee, below 0 too: part of the largest share. */
  rounding: Paise
  total: Paise
  /** What each line costs all in, in order; they sum to `total`. */
  shares: Paise[]
  /** GST on top of prices and local tax by rate, the lowest first; without rates of 0 %. */
  gstRows: TaxRow[]
  localRows: TaxRow[]
}

/**
 * Prices lines the same as `private.price_lines` (docs/decisions/0010-price.md). Throws RangeError unless all are whole
 * numbers ≥ 0.
 */
export const priceRated = (lines: readonly RatedLine[]): OrderPrice => {
  for (const { unitPrice, quantity, fee } of lines) {
    if (!isCount(unitPrice) || !isCount(quantity) || !isCount(fee))
      throw new RangeError('prices and quantities are whole numbers from 0')
  }
  const prices = lines.map((line) => line.unitPrice * line.quantity)
  const fees = lines.map((line) => line.quantity * line.fee)
  const gst = split(prices, lines, (line) => line.gstPercent, isWithin)
  const values = prices.map((price, index) => (isWithin(lines[index]!) ? price - gst.of[index]! : price))
  const local = split(values, lines, (line) => line.localPercent)
  const feeGst = split(fees, lines, (line) => line.feeGstPercent)
  const shares = values.map(
    (value, index) => value + fees[index]! + gst.of[index]! + local.of[index]! + feeGst.of[index]!,
  )
  const largest = shares.indexOf(Math.max(...shares))
  const rounding = lines.some(({ rounds }) => rounds) ? roundingOf(sum(shares), shares[largest]!) : 0
  if (rounding !== 0) shares[largest]! += rounding
  return {
    subtotal: sum(values),
    gst: sum(gst.of),
    gstIncluded: sum(gst.of.filter((_, index) => isWithin(lines[index]!))),
    localTax: sum(local.of),
    fee: sum(fees),
    feeGst: sum(feeGst.of),
    feeSeats: sum(lines.map(({ fee, quantity }) => (fee > 0 ? quantity : 0))),
    rounding,
    total: sum(shares),
    shares,
    gstRows: gst.rows,
    localRows: local.rows,
  }
}

/**
 * Rounds a tax once a rate and splits it among the lines of that rate by largest remainder, in their order. The bases of
 * lines that are `within` contain it; they are a rate of their own, without a row.
 */
function split(
  bases: readonly Paise[],
  lines: readonly RatedLine[],
  percentOf: (line: RatedLine) => number,
  within: (line: RatedLine) => boolean = () => false,
) {
  const parts = bases.map(() => 0)
  const rows: TaxRow[] = []
  const rates = [false, true].flatMap((inside) => {
    const percents = lines.filter((line) => within(line) === inside).map(percentOf)
    return [...new Set(percents)].sort((a, b) => a - b).map((percent) => ({ inside, percent }))
  })
  for (const { inside, percent } of rates) {
    const isOwn = (line: RatedLine): boolean => within(line) === inside && percentOf(line) === percent
    const own = [...lines.keys()].filter((index) => isOwn(lines[index]!))
    const base = sum(own.map((index) => bases[index]!))
    const amount = (inside ? taxWithin : taxOf)(base, percent)
    if (percent > 0 && !inside) {
      const states = own.flatMap((index) => lines[index]!.state ?? [])
      rows.push({ percent, amount, states: [...new Set(states)] })
    }
    // amount × base can pass 2^53, so the proportion is a BigInt. Nothing is split when all is free.
    const whole = BigInt(base || 1)
    const portions = own.map((index) => ({ index, portion: BigInt(amount) * BigInt(bases[index]!) }))
    for (const { index, portion } of portions) parts[index] = Number(portion / whole)
    const leftOver = amount - sum(own.map((index) => parts[index]!))
    const byRemainder = portions
      .map(({ index, portion }) => ({ index, remainder: portion % whole }))
      .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    for (const { index } of byRemainder.slice(0, leftOver)) parts[index]! += 1
  }
  return { of: parts, rows }
}

/** Prices lines by the terms of the day. Throws as priceRated(). */
export const priceOrder = (lines: readonly PricedLine[], rates: Rates): OrderPrice =>
  priceRated(
    lines.map((line) => ({ ...line, ...(line.free ? FREE_RATES : ratesOf(line.unitPrice, line.state, rates)) })),
  )

export const priceLines = (
  lines: readonly { unitPrice: Paise; seats: readonly string[]; state: string | null; free: boolean }[],
  rates: Rates,
): OrderPrice =>
  priceOrder(
    lines.map((line) => ({ ...line, quantity: line.seats.length })),
    rates,
  )

const isWithin = ({ includesGst }: LineRates): boolean => includesGst === true
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
