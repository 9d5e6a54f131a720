import type { Rates } from '#shop/prices/rates.ts'

/** Terms valid from midnight IST of `fromDay` (docs/decisions/0042-terms.md), with that day's rules of tax. */
export interface ShopTerms extends Rates {
  /** '2026-11-23' */
  fromDay: string
  holdMinutes: number
  extensionMinutes: number
  /** After a rejected payment. */
  retryMinutes: number
  /** How long a customer may hold one seat within an hour. */
  heldMinutesAnHour: number
  seatsPerLine: number
  /** Held or under review. */
  seatsPerCustomer: number
  /** Shown from this many seats left. */
  lowStockEvent: number
  lowStockCategory: number
  /** Before an event, until when wheelchair places and their companion seats are kept for those who need them. */
  wheelchairHours: number
}

/** The database takes no longer term for `retryMinutes`. */
export const MAX_RETRY_MINUTES = 1440

/** Used until the device has synced: those of a shop with one rate of GST. A test compares the others with the database. */
export const FIRST_TERMS: ShopTerms = {
  fromDay: '2020-01-01',
  gstPercent: 18,
  feePerSeat: 3000,
  holdMinutes: 10,
  extensionMinutes: 5,
  retryMinutes: 15,
  heldMinutesAnHour: 30,
  seatsPerLine: 10,
  seatsPerCustomer: 40,
  lowStockEvent: 100,
  lowStockCategory: 20,
  wheelchairHours: 48,
  gstBy: 'flat',
  feeGstPercent: 0,
  taxRules: [],
  pricesIncludeGst: false,
  roundToRupee: false,
  hasGstin: false,
}

/** Returns the terms of a day (IST, '2026-11-23'); rows in any order. */
export const termsOn = (rows: readonly ShopTerms[], day: string): ShopTerms =>
  rows.reduce((best, row) => (row.fromDay <= day && row.fromDay >= best.fromDay ? row : best), FIRST_TERMS)
