import { expect, it } from 'vitest'
import { allInPrice } from '#shop/prices/rates.ts'
import { priceOrder } from '#shop/prices/price.ts'
import { TERMS_COLUMNS, termsOfRow } from './terms-row.ts'
import { FIRST_TERMS, termsOn, type ShopTerms } from './terms.ts'

const row = {
  ...{ from_day: '2026-04-01', gst_percent: '12.50', fee_per_seat: '25.50', hold_minutes: 8, extension_minutes: 3 },
  ...{ retry_minutes: 20, held_minutes_an_hour: 15, seats_per_line: 4, seats_per_customer: 6 },
  ...{ low_stock_event: 50, low_stock_category: 5, gst_by: 'rules', fee_gst_percent: '9.50', has_gstin: true },
  prices_include_gst: true,
  round_to_rupee: true,
  wheelchair_hours: 24,
  tax_rules: [
    { kind: 'gst', state: null, up_to_price: 500, percent: 0 },
    { kind: 'local', state: 'Goa', up_to_price: null, percent: 7.5 },
  ],
}

it('reads a row with amounts as text or numbers, in paise', () => {
  expect(Object.keys(row).sort()).toEqual(TERMS_COLUMNS.split(',').sort())
  expect(termsOfRow(row)).toEqual({
    ...{ fromDay: '2026-04-01', gstPercent: 12.5, feePerSeat: 2550, holdMinutes: 8, extensionMinutes: 3 },
    ...{ retryMinutes: 20, heldMinutesAnHour: 15, seatsPerLine: 4, seatsPerCustomer: 6 },
    ...{ lowStockEvent: 50, lowStockCategory: 5, gstBy: 'rules', feeGstPercent: 9.5, hasGstin: true },
    pricesIncludeGst: true,
    roundToRupee: true,
    wheelchairHours: 24,
    taxRules: [
      { kind: 'gst', state: null, upTo: 50_000, percent: 0 },
      { kind: 'local', state: 'Goa', upTo: null, percent: 7.5 },
    ],
  })
  expect(termsOfRow({ ...row, tax_rules: JSON.stringify(row.tax_rules) })).toEqual(termsOfRow(row))
  expect(() => termsOfRow({ ...row, gst_percent: null })).toThrow(RangeError)
  expect(() => termsOfRow({ ...row, hold_minutes: 'ten' })).toThrow(RangeError)
})

it('uses the newest row whose day has come, in any order', () => {
  const from = (fromDay: string): ShopTerms => ({ ...FIRST_TERMS, fromDay })
  const rows = [from('2026-12-01'), from('2025-01-01'), from('2026-04-01')]
  expect(['2026-11-30', '2026-12-01', '2025-03-01'].map((day) => termsOn(rows, day).fromDay)).toEqual([
    '2026-04-01',
    '2026-12-01',
    '2025-01-01',
  ])
  expect(termsOn([], '2026-11-30')).toBe(FIRST_TERMS)
})

it('computes tax in hundredths of a percent, exactly, half up', () => {
  const rates = { ...FIRST_TERMS, gstPercent: 12.5, feePerSeat: 2550 }
  expect(priceOrder([{ unitPrice: 150_000, quantity: 2 }], rates)).toMatchObject({
    gst: 37_500,
    fee: 5_100,
    total: 342_600,
  })
  expect(allInPrice(4, rates)).toBe(4 + 1 + 2550)
  expect(allInPrice(3, rates)).toBe(3 + 0 + 2550)
  const odd = { ...rates, gstPercent: 28.37 }
  expect(priceOrder([{ unitPrice: 999_999_999_999, quantity: 400 }], odd).gst).toBe(113_479_999_999_887)
})
