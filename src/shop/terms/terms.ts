import type { Paise } from '#shop/prices/money.ts'

/** A row of `shop_terms`, valid from midnight IST of `fromDay`. See docs/decisions/0042-terms.md. */
export interface ShopTerms {
  /** '2026-11-23' */
  fromDay: string
  /** On the price of the tickets, up to two decimals. */
  gstPercent: number
  /** Convenience fee, without GST. */
  feePerSeat: Paise
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
}

/** The database takes no longer term for `retryMinutes`. */
export const MAX_RETRY_MINUTES = 1440

/** Terms of a new shop, used until the device has synced. A test compares them with the database. */
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
}

/** Returns the terms of a day (IST, '2026-11-23'); rows in any order. */
export const termsOn = (rows: readonly ShopTerms[], day: string): ShopTerms =>
  rows.reduce((best, row) => (row.fromDay <= day && row.fromDay >= best.fromDay ? row : best), FIRST_TERMS)
