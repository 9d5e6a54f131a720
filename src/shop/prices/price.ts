import type { CartItem } from '#shop/cart/cart.ts'
import { gstOf, type Paise, type Rates } from './money.ts'

export interface PricedLine {
  unitPrice: Paise
  quantity: number
}

export interface OrderPrice {
  subtotal: Paise
  gst: Paise
  fee: Paise
  total: Paise
  /** What each line costs all in, in order; they sum to `total`. */
  shares: Paise[]
}

/** Same as `private.price_order` (docs/decisions/0010-price.md). Throws RangeError unless all are whole numbers ≥ 0. */
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
  // gst × price can pass 2^53, so the proportion is a BigInt. Nothing is split when all is free.
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

export const priceLines = (
  lines: readonly { unitPrice: Paise; seats: readonly string[] }[],
  rates: Rates,
): OrderPrice =>
  priceOrder(
    lines.map((line) => ({ unitPrice: line.unitPrice, quantity: line.seats.length })),
    rates,
  )

export const priceCart = (items: readonly CartItem[], rates: Rates): OrderPrice =>
  priceOrder(
    items.map((item) => ({ unitPrice: item.price, quantity: item.seats.length })),
    rates,
  )

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
