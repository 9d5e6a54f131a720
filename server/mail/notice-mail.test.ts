import { describe, expect, test } from 'vitest'
import { noticeMail, type NoticeMail } from './notice-mail.ts'

const shop = { shop: 'Mehfil', address: 'https://t.in', language: 'en' } as const
const event = { name: 'Farah', event_name: 'Meher Qazi - Mumbai', event_date: '2026-12-05T14:00:00+00:00' }
const hall = { date: '2026-12-05T14:00:00+00:00', city: 'Mumbai', venue: 'Saptak Hall' }
const email = 'farah@example.in'

const pair = { category: 'Gold', count: 2, seats: ['B12', 'B13'] }

const mails: NoticeMail[] = [
  { email, kind: 'message', content: { ...event, subject: 'Doors', message: 'Doors open at 6.\nBring the ticket.' } },
  { email, kind: 'event_cancelled', content: { ...event, reason: 'Rain', owed: 4690.5 } },
  { email, kind: 'event_moved', content: { ...event, from: hall, to: { ...hall, venue: 'Garden' } } },
  { email, kind: 'event_changed', content: { ...event, from: 'Meher Qazi', to: 'Meher Quazi' } },
  { email, kind: 'screen_only', content: { ...event, to: true } },
  {
    email,
    kind: 'seats_changed',
    content: { ...event, category: 'Gold', from: ['F5'], to: ['FRNT-A9'], sections: { FRNT: 'Front rows' } },
  },
  { email, kind: 'ticket_revoked', content: { ...event, category: 'Gold', seats: ['F5', 'F6'], reason: 'Sold on' } },
  { email, kind: 'refund_owed', content: { ...event, order_code: 'MF7K2QX4MD', amount: 100, has_upi_id: false } },
  { email, kind: 'refunded', content: { ...event, order_code: 'MF7K2QX4MD', amount: 100, utr: '512345678901' } },
  {
    email,
    kind: 'offer',
    content: { ...event, ...pair, until: '2026-12-01T12:00:00+00:00', total: 2998.5 },
  },
  { email, kind: 'offer_lapsed', content: { ...event, category: 'Floor', count: 3, seats: null, waits: true } },
  {
    email,
    kind: 'return_sold',
    content: { ...event, ...pair, order_code: 'MF7K2QX4MD', amount: 100, has_upi_id: false },
  },
]
const of = <K extends NoticeMail['kind']>(kind: K) => mails.find((mail) => mail.kind === kind)!

describe('the mail of a notice', () => {
  test('has what staff wrote, unchanged in every language', () => {
    for (const language of ['en', 'hi', 'mr'] as const) {
      const mail = noticeMail(of('message'), { ...shop, language })
      expect(mail.subject).toBe('Doors · Mehfil')
      expect(mail.text).toContain('\n\nDoors open at 6.\nBring the ticket.\n\n')
    }
    expect(noticeMail(of('message'), shop).text).toContain('you have or wait for tickets: Meher Qazi - Mumbai.')
  })

  test('of a cancelled event says why and what goes back', () => {
    const { subject, text } = noticeMail(of('event_cancelled'), shop)
    expect(subject).toBe('Cancelled: Meher Qazi - Mumbai · Mehfil')
    expect(text).toContain('Meher Qazi - Mumbai on Sat 5 Dec 2026, 7:30 pm is cancelled.')
    expect(text).toContain('Reason: Rain')
    expect(text).toContain('You get ₹4,690.50 back. Check where it goes at https://t.in/my-tickets')
  })

  test('of a moved event has both, and speaks of a refund when the date changed', () => {
    const { text } = noticeMail(of('event_moved'), shop)
    expect(text).toContain(
      'Before: Sat 5 Dec 2026, 7:30 pm, Saptak Hall, Mumbai\nNow: Sat 5 Dec 2026, 7:30 pm, Garden, Mumbai',
    )
    expect(text).not.toContain('refund')
    const later = { ...hall, date: '2026-12-06T14:00:00Z' }
    const mail: NoticeMail = { email, kind: 'event_moved', content: { ...event, from: hall, to: later } }
    expect(noticeMail(mail, shop).text).toContain('If the new date does not suit you')
  })

  test('of an offer says until when and for how much, of its end whether the person still waits', () => {
    const offer = noticeMail(of('offer'), shop)
    expect(offer.subject).toBe('Seats for you: Meher Qazi - Mumbai · Mehfil')
    expect(offer.text).toContain('Meher Qazi - Mumbai, Gold, seats B12, B13.')
    expect(offer.text).toContain('Pay ₹2,998.50 all in by Tue 1 Dec 2026, 5:30 pm; then they go')
    const over = noticeMail(of('offer_lapsed'), shop).text
    expect(over).toContain('Floor, standing, 3 people.')
    expect(over).toContain('You keep your place on the waiting list.')
  })

  test('of a return that is sold says what is due, and asks where it goes', () => {
    const { text } = noticeMail(of('return_sold'), shop)
    expect(text).toContain('You get ₹100.00 back for order MF7K2QX4MD.')
    expect(text).toContain('Say where it goes at https://t.in/my-tickets')
  })

  test('names seats as the hall does', () => {
    expect(noticeMail(of('seats_changed'), shop).text).toContain('Before: seat F5\nNow: Front rows A9')
    expect(noticeMail(of('ticket_revoked'), shop).text).toContain(
      'Meher Qazi - Mumbai, Gold, seats F5, F6.\n\nReason: Sold on',
    )
  })

  test('of money says how much, and asks where it goes', () => {
    expect(noticeMail(of('refund_owed'), shop).text).toContain(
      'You get ₹100.00 back for order MF7K2QX4MD.\n\nSay where it goes',
    )
    expect(noticeMail(of('refunded'), shop).text).toContain('with the reference 512345678901')
  })

  test('is whole in every language, links to the tickets, and tracks nobody', () => {
    for (const language of ['en', 'hi', 'mr'] as const)
      for (const mail of mails) {
        const { to, subject, text } = noticeMail(mail, { ...shop, language })
        expect(to).toBe(email)
        expect(subject + text, mail.kind).not.toMatch(/undefined|NaN|\[object|null/)
        expect(
          [...text.matchAll(/https?:\S+/g)].every(([url]) => /^https:\/\/t\.in\/(my-tickets|settings)[.,]?$/.test(url)),
        ).toBe(true)
        if (language !== 'en') expect(text).toMatch(/[\u0900-\u097f]/)
      }
  })
})
