import { afterEach, expect, it } from 'vitest'
import { FIRST_TERMS, FLAT_GST, type ShopTerms } from '#shop/terms/terms.ts'
import { setTerms } from '../terms.ts'
import { cart } from './en/buying/cart.ts'
import { checkout } from './en/buying/checkout.ts'
import { en } from './en.ts'
import { paymentStatus } from './en/buying/payment-status.ts'
import { info } from './en/shop/info.ts'
import { seats } from './en/shop/seats.ts'
import { messages as hi } from './hi.ts'
import { messages as mr } from './mr.ts'

const languages: Record<string, Record<string, unknown>> = {
  en: { ...en, ...cart, ...checkout, ...paymentStatus, ...info, ...seats },
  hi,
  mr,
}
const others: ShopTerms = {
  ...{
    fromDay: '2026-12-01',
    gstPercent: 12.5,
    feePerSeat: 2550,
    holdMinutes: 81,
    extensionMinutes: 82,
    retryMinutes: 83,
  },
  ...{ heldMinutesAnHour: 84, seatsPerLine: 85, seatsPerCustomer: 86, lowStockEvent: 87, lowStockCategory: 88 },
  ...FLAT_GST,
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
  ['event.info.seats.text', '85'],
  ['event.prices', '12.5%', '₹25.50'],
  ['seats.note.maximum', '85'],
  ['cart.most', '85'],
  ['checkout.hold.extend', '82'],
  ['checkout.tooLong.text', '84'],
  ['checkout.tooMany.text', '86'],
  ['checkout.reason.tooMany', '85'],
]

afterEach(() => setTerms(FIRST_TERMS))

const wordsOf = (message: unknown): string =>
  typeof message === 'function' ? (message as (p: object) => string)({ inCart: 1, n: 1, seats: 'A1' }) : String(message)

it.each(Object.keys(languages))(
  'uses the shop’s terms in every sentence about tax, fee, times and limits: %s',
  (language) => {
    const messages = languages[language]!
    setTerms(others)
    for (const [key, ...words] of said) for (const word of words) expect(wordsOf(messages[key]), key).toContain(word)
    for (const key of ['seats.leftOut', 'seats.limit', 'seats.limit.best'])
      expect(wordsOf(messages[key]), key).toContain('85')
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === 'string')
        expect(message, key).not.toMatch(/18\s?%|₹30\b|\b(10|40) (seats|सीट)|\b10 (minutes|मिनट|मिनिट)/)
    }
  },
)
