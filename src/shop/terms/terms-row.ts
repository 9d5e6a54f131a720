import { toPaise } from '#shop/prices/money.ts'
import type { ShopTerms } from './terms.ts'

/** The columns of a row of `shop_terms` that devices keep. */
export const TERMS_COLUMNS =
  'from_day,gst_percent,fee_per_seat,hold_minutes,extension_minutes,retry_minutes,held_minutes_an_hour,seats_per_line,seats_per_customer,low_stock_event,low_stock_category'

/**
 * A row of `shop_terms`, whose amounts come as numbers or as text.
 * @throws RangeError when a number is none.
 */
export const termsOfRow = (row: Readonly<Record<string, unknown>>): ShopTerms => {
  const number = (column: string): number => {
    const value = Number(row[column] ?? NaN)
    if (!Number.isFinite(value)) throw new RangeError(`${column} is no number`)
    return value
  }
  return {
    fromDay: String(row.from_day).slice(0, 10),
    gstPercent: number('gst_percent'),
    feePerSeat: toPaise(number('fee_per_seat')),
    holdMinutes: number('hold_minutes'),
    extensionMinutes: number('extension_minutes'),
    retryMinutes: number('retry_minutes'),
    heldMinutesAnHour: number('held_minutes_an_hour'),
    seatsPerLine: number('seats_per_line'),
    seatsPerCustomer: number('seats_per_customer'),
    lowStockEvent: number('low_stock_event'),
    lowStockCategory: number('low_stock_category'),
  }
}
