import type { Paise } from '#shop/prices/money.ts'

/** The numbers that money, time and limits follow, from the midnight (IST) that `fromDay` begins with: a row of `shop_terms`. */
export interface ShopTerms {
  /** '2026-11-23' */
  fromDay: string
  /** Goods and services tax on the price of the tickets, in percent, with up to two decimals. */
  gstPercent: number
  /** Convenience fee of one seat; no GST is added to it. */
  feePerSeat: Paise
  /** How long seats are held once checkout opens. */
  holdMinutes: number
  /** How much longer a customer may hold them, once. */
  extensionMinutes: number
  /** How long a customer keeps the seats of a rejected payment. */
  retryMinutes: number
  /** How long one customer may hold one seat within an hour. */
  heldMinutesAnHour: number
  /** Most seats of one ticket category in an order. */
  seatsPerLine: number
  /** Most seats of one customer that are held or under review. */
  seatsPerCustomer: number
  /** From so many seats left, a concert says how many. */
  lowStockEvent: number
  /** The same for one ticket category. */
  lowStockCategory: number
}

/** What a new shop begins with, and what a device goes by until it has asked. A test compares it with the database's. */
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

/** The terms that hold on a day (IST, '2026-11-23'), of rows in any order. */
export const termsOn = (rows: readonly ShopTerms[], day: string): ShopTerms =>
  rows.reduce((best, row) => (row.fromDay <= day && row.fromDay >= best.fromDay ? row : best), FIRST_TERMS)
