import type { CartItem } from '#shop/cart/cart.ts'
import { gstOf, type Paise, type Rates } from './money.ts'

export interface PricedLine {
  /** Price of one seat. */
  unitPrice: Paise
  /** Number of seats. */
  quantity: number
}

export interface OrderPrice {
  subtotal: Paise
  gst: Paise
  fee: Paise
  /** What the customer pays: subtotal + gst + fee. The same figure in cart, checkout, UPI link and payment row. */
  total: Paise
  /** What each line costs all in, in the order of the lines; they sum to `total` exactly. */
  shares: Paise[]
}

/**
 * The price of an order, the only place in the app where it is computed (`private.price_order` is its twin in the
 * database; both are tested on `price-cases.json`).
 *
 * GST is rounded once for the whole order, half up, in paise. A line's share is its price, its seats' fee and its part
 * of that GST in proportion to its price: every line gets the whole paise of its part, and the paise left over go one
 * each to the lines with the largest remainder, earlier lines first among equals.
 *
 * @throws RangeError when a price or quantity is not a whole number of at least 0.
 */
export const priceOrder = (lines: readonly PricedLine[], { gstPercent, feePerSeat }: Rates): OrderPrice => {
  for (const { unitPrice, quantity } of lines) {
    if (!isCount(unitPrice) || !isCount(quantity))
      throw new RangeError('prices and quantities are whole numbers from 0')
  }
  const prices = lines.map((line) => line.unitPrice * line.quantity)
  const subtotal = sum(prices)
  const gst = gstOf(subtotal, gstPercent)
  const fees = lines.map((line) => line.quantity * feePerSeat)
  const fee = sum(fees)
  // gst × price passes 2^53 for dear orders, so the proportion is computed in BigInt. Nothing is split when all is free.
  const whole = BigInt(subtotal || 1)
  const portions = prices.map((price) => BigInt(gst) * BigInt(price))
  const gstParts = portions.map((portion) => Number(portion / whole))
  const byRemainder = portions
    .map((portion, index) => ({ index, remainder: portion % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  const leftOver = gst - sum(gstParts)
  for (const { index } of byRemainder.slice(0, leftOver)) gstParts[index]! += 1
  return {
    subtotal,
    gst,
    fee,
    total: subtotal + gst + fee,
    shares: prices.map((price, index) => price + fees[index]! + gstParts[index]!),
  }
}

/** What lines of chosen seats cost together. */
export const priceLines = (
  lines: readonly { unitPrice: Paise; seats: readonly string[] }[],
  rates: Rates,
): OrderPrice =>
  priceOrder(
    lines.map((line) => ({ unitPrice: line.unitPrice, quantity: line.seats.length })),
    rates,
  )

/** What these lines cost: cart page, mini cart, checkout, UPI amount and payment row all show this total. */
export const priceCart = (items: readonly CartItem[], rates: Rates): OrderPrice =>
  priceOrder(
    items.map((item) => ({ unitPrice: item.price, quantity: item.seats.length })),
    rates,
  )

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
