import { taxOf, type Paise } from './money.ts'
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
  subtotal: Paise
  gst: Paise
  localTax: Paise
  fee: Paise
  feeGst: Paise
  /** How many seats the fee is charged for: those of free categories have none. */
  feeSeats: number
  total: Paise
  /** What each line costs all in, in order; they sum to `total`. */
  shares: Paise[]
  /** GST and local tax by rate, the lowest first; without rates of 0 %. */
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
  const gst = split(prices, lines, (line) => line.gstPercent)
  const local = split(prices, lines, (line) => line.localPercent)
  const feeGst = split(fees, lines, (line) => line.feeGstPercent)
  const shares = prices.map(
    (price, index) => price + fees[index]! + gst.of[index]! + local.of[index]! + feeGst.of[index]!,
  )
  return {
    subtotal: sum(prices),
    gst: sum(gst.of),
    localTax: sum(local.of),
    fee: sum(fees),
    feeGst: sum(feeGst.of),
    feeSeats: sum(lines.map(({ fee, quantity }) => (fee > 0 ? quantity : 0))),
    total: sum(shares),
    shares,
    gstRows: gst.rows,
    localRows: local.rows,
  }
}

/** Rounds a tax once a rate and splits it among the lines of that rate by largest remainder, in their order. */
function split(bases: readonly Paise[], lines: readonly RatedLine[], percentOf: (line: RatedLine) => number) {
  const parts = bases.map(() => 0)
  const rows: TaxRow[] = []
  for (const percent of [...new Set(lines.map(percentOf))].sort((a, b) => a - b)) {
    const own = [...lines.keys()].filter((index) => percentOf(lines[index]!) === percent)
    const base = sum(own.map((index) => bases[index]!))
    const amount = taxOf(base, percent)
    if (percent > 0) {
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

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
