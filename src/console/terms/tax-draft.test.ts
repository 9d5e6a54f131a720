import { describe, expect, it } from 'vitest'
import { FIRST_TERMS } from '#shop/terms/terms.ts'
import type { TaxRule } from '#shop/prices/rates.ts'
import { moveToDay, readTaxDraft, taxDraftOf, type TaxDraft } from './tax-draft.ts'
import { taxWords } from './tax-rows.tsx'

const TODAY = '2026-12-01'
const gst = (upTo: number | null, percent: number): TaxRule => ({ kind: 'gst', state: null, upTo, percent })
const local = (state: string, upTo: number | null, percent: number) =>
  ({ ...gst(upTo, percent), kind: 'local', state }) as const
const usual = {
  ...FIRST_TERMS,
  gstBy: 'rules' as const,
  taxRules: [gst(50_000, 0), gst(null, 18), local('Kerala', 20_050, 5)],
}
const draft = (change: Partial<TaxDraft> = {}): TaxDraft => ({ ...taxDraftOf(usual, TODAY), ...change })
const problems = (change: Partial<TaxDraft>): string[] => {
  const read = readTaxDraft(draft(change), TODAY)
  return 'problems' in read ? Object.keys(read.problems).sort() : []
}

describe('the form of tax and fee', () => {
  it('reads the terms it was filled with', () => {
    expect(readTaxDraft(draft(), TODAY)).toEqual({
      terms: {
        ...{ fromDay: TODAY, gstBy: 'rules', gstPercent: 18, feePerSeat: 3000, feeGstPercent: 0 },
        pricesIncludeGst: false,
        roundToRupee: false,
        taxRules: usual.taxRules,
      },
    })
  })

  it('of a shop with one rate keeps it, as a rule of every price', () => {
    const read = readTaxDraft(taxDraftOf(FIRST_TERMS, TODAY), TODAY)
    expect(read).toMatchObject({ terms: { gstBy: 'flat', gstPercent: 18, taxRules: [gst(null, 18)] } })
  })

  it.each<[string, Partial<TaxDraft>, string[]]>([
    ['a past day', { fromDay: '2026-11-30' }, ['fromDay']],
    ['no day', { fromDay: '' }, ['fromDay']],
    ['words for numbers', { fee: 'thirty', feeGst: '1e1' }, ['fee', 'feeGst']],
    ['too much', { fee: '100000.01', feeGst: '100.5' }, ['fee', 'feeGst']],
    ['fractions of a paisa', { fee: '1.005' }, ['fee']],
    ['a percent of flat GST', { gstBy: 'flat', gstPercent: '' }, ['gstPercent']],
    ['no rate above', { rates: [{ upTo: '500', percent: '0' }] }, ['rates.0.upTo']],
    ['two rates above', { rates: ['0', '18'].map((percent) => ({ upTo: '', percent })) }, ['rates.1.upTo']],
    ['a state that is missing', { locals: [{ state: '', upTo: '', percent: '5' }] }, ['locals.0.state']],
    [
      'a state twice',
      { locals: ['5', '6'].map((percent) => ({ state: 'Goa', upTo: '', percent })) },
      ['locals.1.upTo'],
    ],
  ])('refuses %s, and says at which field', (_, change, fields) => {
    expect(problems(change)).toEqual(fields)
  })

  it('saves no impossible percent from the field that is hidden', () => {
    expect(readTaxDraft(draft({ gstPercent: '180' }), TODAY)).toMatchObject({ terms: { gstPercent: 18 } })
    expect(readTaxDraft(draft({ gstPercent: 'x' }), TODAY)).toMatchObject({ terms: { gstPercent: 18 } })
    expect(readTaxDraft(draft({ gstPercent: '12' }), TODAY)).toMatchObject({ terms: { gstPercent: 12 } })
  })

  it('does not check the rates of the other kind of GST', () => {
    expect(problems({ gstBy: 'flat', gstPercent: '12.5', rates: [{ upTo: 'x', percent: 'x' }] })).toEqual([])
  })
})

describe('another first day', () => {
  const planned = { ...usual, fromDay: '2026-12-20', feePerSeat: 5000 }
  const all = [usual, planned]
  const initial = draft()

  it('fills the form with the terms of that day', () => {
    expect(moveToDay({ initial, draft: initial }, all, '2026-12-20', TODAY).draft).toEqual(
      taxDraftOf(planned, '2026-12-20'),
    )
    expect(moveToDay({ initial, draft: initial }, all, '2026-12-19', TODAY).draft).toMatchObject({ fee: '30' })
  })

  it('fills it after a day that is half typed, and back again', () => {
    const half = moveToDay({ initial, draft: initial }, all, '', TODAY)
    expect(half).toEqual({ initial, draft: { ...initial, fromDay: '' } })
    const there = moveToDay(half, all, '2026-12-24', TODAY)
    expect(there.draft).toMatchObject({ fromDay: '2026-12-24', fee: '50' })
    expect(moveToDay(there, all, TODAY, TODAY).draft).toEqual(initial)
  })

  it('keeps that prices include GST', () => {
    const terms = { ...usual, pricesIncludeGst: true }
    expect(readTaxDraft(taxDraftOf(terms, TODAY), TODAY)).toMatchObject({ terms: { pricesIncludeGst: true } })
  })

  it('keeps what was typed', () => {
    const typed = draft({ fee: '45' })
    expect(moveToDay({ initial, draft: typed }, all, '2026-12-20', TODAY)).toEqual({
      initial,
      draft: { ...typed, fromDay: '2026-12-20' },
    })
  })
})

describe('the words of the terms', () => {
  it('name rates, bounds, the fee and the taxes of states', () => {
    expect(taxWords({ ...usual, hasGstin: true, feeGstPercent: 18 })).toEqual([
      'GST by the price of a ticket: none up to ₹500, 18 % above.',
      'Convenience fee of ₹30 a ticket, with GST of 18 % on it.',
      'Local tax in Kerala: 5 % up to ₹200.50.',
    ])
  })

  it('say that there is no GST without a GSTIN, and none on the fee', () => {
    expect(taxWords({ ...usual, feeGstPercent: 18, taxRules: [gst(null, 18)] })).toEqual([
      'GST by the price of a ticket: 18 % on every price.',
      'The shop has no GSTIN, so it charges no GST: enter one in Settings.',
      'Convenience fee of ₹30 a ticket, without tax.',
    ])
  })

  it('name the prices with GST in them up to which a rate applies', () => {
    const terms = { ...usual, hasGstin: true, pricesIncludeGst: true }
    const taxRules = [...usual.taxRules, gst(100_000, 12)]
    expect(taxWords({ ...terms, taxRules })).toEqual([
      'GST in the price of a ticket: none up to ₹500, 12 % up to ₹1,120, 18 % above.',
      'Convenience fee of ₹30 a ticket, without tax.',
      'Local tax in Kerala, on top, by the price without GST: 5 % up to ₹200.50.',
    ])
    expect(taxWords({ ...terms, roundToRupee: true }).at(-1)).toBe('Totals are whole rupees, half a rupee up.')
    expect(taxWords({ ...terms, gstBy: 'flat' })[0]).toBe('GST of 18 % in every price, with or without a GSTIN.')
  })

  it('name one rate of every price, and no fee', () => {
    expect(taxWords({ ...FIRST_TERMS, feePerSeat: 0 })).toEqual([
      'GST of 18 % on every price, with or without a GSTIN.',
      'No convenience fee.',
    ])
  })
})
