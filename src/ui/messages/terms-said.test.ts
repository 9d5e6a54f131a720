import { afterEach, expect, it } from 'vitest'
import { FIRST_TERMS, type ShopTerms } from '#shop/terms/terms.ts'
import { setTerms } from '../terms.ts'
import { english } from '../../../tests/support/browser/english.ts'
import { messages as hi } from './hi.ts'
import { messages as mr } from './mr.ts'

const languages: Record<string, Record<string, unknown>> = { en: english, hi, mr }
const others: ShopTerms = {
  ...FIRST_TERMS,
  ...{ fromDay: '2026-12-01', gstPercent: 12.5, feePerSeat: 2550, holdMinutes: 81, extensionMinutes: 82 },
  retryMinutes: 83,
  ...{ heldMinutesAnHour: 84, seatsPerLine: 85, seatsPerCustomer: 86, lowStockEvent: 87, lowStockCategory: 88 },
}
/** Sentences with terms, and the values that `others` gives them. */
const said: [key: string, ...words: string[]][] = [
  ['info.about.seats.text', '85', '81', '82'],
  ['info.about.price.text', '12.5%', '₹25.50'],
  ['info.q.many.text', '85'],
  ['info.q.held.text', '81', '82'],
  ['info.q.cost.text', '12.5%', '₹25.50'],
  ['info.q.rejected.text', '83'],
  ['info.help.step2.text', '81'],
  ['info.terms.booking.text', '85', '81', '82'],
  ['info.terms.price.text', '12.5%', '₹25.50'],
  ['event.prices', '12.5%', '₹25.50'],
  ['seats.note.maximum', '85'],
  ['cart.most', '85'],
  ['checkout.hold.extend', '82'],
  ['checkout.tooLong.text', '84'],
  ['checkout.tooMany.text', '86'],
  ['checkout.reason.tooMany', '85'],
]

/** Sentences of a longer hold, which is not offered where the terms have none. */
const extended = ['info.about.seats.text', 'info.q.held.text', 'info.terms.booking.text']

/** Of rules: GST from ₹500 on, and a tax of one state. */
const ruled: ShopTerms = {
  ...others,
  ...{ gstBy: 'rules', feeGstPercent: 9.5, hasGstin: true },
  taxRules: [
    { kind: 'gst', state: null, upTo: 50_000, percent: 0 },
    { kind: 'gst', state: null, upTo: null, percent: 17.5 },
    { kind: 'local', state: 'Goa', upTo: null, percent: 5 },
  ],
}
const ofPrice = ['info.about.price.text', 'info.q.cost.text', 'info.terms.price.text', 'event.prices']

afterEach(() => setTerms(FIRST_TERMS))

const wordsOf = (message: unknown): string =>
  typeof message === 'function' ? (message as (p: object) => string)({ inCart: 1, n: 1, seats: 'A1' }) : String(message)

it.each(Object.keys(languages))(
  'uses the shop’s terms in every sentence about tax, fee, times and limits: %s',
  (language) => {
    const messages = languages[language]!
    setTerms(others)
    for (const [key, ...words] of said) for (const word of words) expect(wordsOf(messages[key]), key).toContain(word)
    setTerms({ ...others, extensionMinutes: 0 })
    for (const key of extended) expect(wordsOf(messages[key]), key).not.toMatch(/(^|[^\d])0([^\d]|$)/)
    setTerms(others)
    for (const key of ['seats.leftOut', 'seats.limit', 'seats.limit.best'])
      expect(wordsOf(messages[key]), key).toContain('85')
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === 'string')
        expect(message, key).not.toMatch(/18\s?%|₹30\b|\b(10|40) (seats|सीट)|\b10 (minutes|मिनट|मिनिट)/)
    }
  },
)

it.each(Object.keys(languages))('names the price from which there is GST, and the tax of the fee: %s', (language) => {
  setTerms(ruled)
  for (const key of ofPrice)
    for (const word of ['17.5%', '₹500', '₹25.50', '9.5%'])
      expect(wordsOf(languages[language]![key]), key).toContain(word)
})

it.each(Object.keys(languages))('names the price up to which a rate applies: %s', (language) => {
  setTerms({
    ...ruled,
    taxRules: [
      { kind: 'gst', state: null, upTo: 50_000, percent: 12 },
      { kind: 'gst', state: null, upTo: 90_000, percent: 15 },
      { kind: 'gst', state: null, upTo: null, percent: 17.5 },
    ],
  })
  for (const key of ofPrice)
    for (const word of ['12%', '15%', '17.5%', '₹500', '₹900'])
      expect(wordsOf(languages[language]![key]), key).toContain(word)
  if (language === 'en')
    expect(wordsOf(languages['en']!['event.prices'])).toContain(
      '12% GST on tickets up to ₹500 / 15% GST on tickets above ₹500 up to ₹900 / 17.5% GST on tickets above ₹900',
    )
})

it.each(Object.keys(languages))('does not add a GST that the price contains: %s', (language) => {
  setTerms({ ...ruled, pricesIncludeGst: true })
  for (const key of ofPrice)
    for (const word of ['17.5%', '₹500', '₹25.50', '9.5%'])
      expect(wordsOf(languages[language]![key]), key).toContain(word)
  const [within, added] = wordsOf(languages[language]!['info.terms.price.text'])
    .split(/[.।] (?=\p{L})/u)
    .slice(1)
  expect(within).toContain('17.5%')
  expect(added).not.toContain('17.5%')
  expect(added).toContain('₹25.50')
})

it.each(Object.keys(languages))('names no GST where the shop may charge none: %s', (language) => {
  setTerms({ ...ruled, hasGstin: false })
  for (const key of ofPrice) {
    expect(wordsOf(languages[language]![key]), key).not.toMatch(/GST|%/)
    expect(wordsOf(languages[language]![key]), key).toContain('₹25.50')
  }
  setTerms({ ...ruled, hasGstin: false, feePerSeat: 0, taxRules: [] })
  for (const key of ofPrice) expect(wordsOf(languages[language]![key]), key).not.toMatch(/GST|%|₹|undefined/)
})

it('English reads as sentences', () => {
  setTerms(ruled)
  expect(wordsOf(languages['en']!['info.terms.price.text'])).toContain(
    'To the price of the tickets we add GST of 17.5% on tickets above ₹500, the local tax of the state where there is one and a convenience fee of ₹25.50 a ticket with 9.5% GST on it.',
  )
  setTerms({ ...ruled, pricesIncludeGst: true })
  expect(wordsOf(languages['en']!['info.terms.price.text'])).toContain(
    'The price of a ticket includes GST of 17.5% on tickets above ₹500. To the price of the tickets we add the local tax of the state where there is one and a convenience fee of ₹25.50 a ticket with 9.5% GST on it.',
  )
  expect(wordsOf(languages['en']!['info.q.cost.text'])).toContain(
    'The ticket price (including 17.5% GST on tickets above ₹500), the local tax of the state',
  )
  setTerms({ ...ruled, hasGstin: false, feePerSeat: 0, taxRules: [] })
  expect(wordsOf(languages['en']!['info.terms.price.text'])).toContain('Nothing is added to the price of the tickets.')
  expect(wordsOf(languages['en']!['event.prices'])).toBe('The all-in price is all you pay.')
})
