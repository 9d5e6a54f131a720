import { from, isTrue, list, number, oneOf, or, orNull, row, text } from '#platform/text/wire.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { ShopTerms } from './terms.ts'

/** Of the view `terms_by_day`. */
export const TERMS_COLUMNS =
  'from_day,gst_percent,fee_per_seat,hold_minutes,extension_minutes,retry_minutes,held_minutes_an_hour,seats_per_line,seats_per_customer,low_stock_event,low_stock_category,gst_by,fee_gst_percent,tax_rules,has_gstin,prices_include_gst,round_to_rupee,wheelchair_hours'

const parseRule = row({
  kind: oneOf(['gst', 'local']),
  state: orNull(text),
  upTo: from('up_to_price', orNull(toPaise)),
  percent: number,
})

/** Parses a row, whose amounts are numbers or text. Throws a RangeError for anything else. */
export const termsOfRow: (terms: Readonly<Record<string, unknown>>) => ShopTerms = row({
  fromDay: (day: unknown) => String(day).slice(0, 10),
  gstPercent: number,
  feePerSeat: toPaise,
  holdMinutes: number,
  extensionMinutes: number,
  retryMinutes: number,
  heldMinutesAnHour: number,
  seatsPerLine: number,
  seatsPerCustomer: number,
  lowStockEvent: number,
  lowStockCategory: number,
  wheelchairHours: number,
  gstBy: (word: unknown) => (word === 'rules' ? 'rules' : 'flat'),
  feeGstPercent: number,
  // The embedded database returns JSON as text.
  taxRules: (rules: unknown) => or(list(parseRule), [])(typeof rules === 'string' ? JSON.parse(rules) : rules),
  hasGstin: isTrue,
  pricesIncludeGst: isTrue,
  roundToRupee: isTrue,
}) as never
