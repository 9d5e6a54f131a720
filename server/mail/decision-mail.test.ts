import { describe, expect, test } from 'vitest'
import { decisionContent } from '../../tests/support/mail/mail-rows.ts'
import { linkTo } from './auth-mail.ts'
import { decisionMail, type DecisionMail } from './decision-mail.ts'

const shop = { shop: 'Mehfil', address: 'https://t.in', language: 'en' } as const

const line = {
  ...{ event_name: 'Meher Qazi - Mumbai', category_name: 'Gold', seats: ['F5', 'F6'] },
  ...{ event_date: '2026-12-05T14:00:00+00:00', venue: 'Saptak Hall', total_amount: 3600 },
}
const approved: DecisionMail = {
  email: 'farah@example.in',
  kind: 'payment_approved',
  sections: null,
  content: { ...decisionContent, amount: 4690.82, lines: [line] },
}

describe('the mail about a decision', () => {
  test('names the purchase, the Indian time, and where the tickets are', () => {
    const mail = decisionMail(approved, { ...shop, address: 'https://tickets.example.in' })
    expect(mail.to).toBe('farah@example.in')
    expect(mail.subject).toBe('Your tickets for order MF7K2QX4MD · Mehfil')
    expect(mail.text).toContain('₹4,690.82')
    expect(mail.text).toContain(
      'Meher Qazi - Mumbai, Sat 5 Dec 2026, 7:30 pm, Saptak Hall: Gold, seats F5, F6 (₹3,600.00)',
    )
    expect(mail.text).toContain('https://tickets.example.in/my-tickets')
  })

  test('of a free order says nothing of a payment', () => {
    const free = { transaction_id: 'MF7K2QX4MD', amount: 0, lines: [{ ...line, total_amount: 0 }] }
    const content = { ...approved.content, ...free }
    const { text } = decisionMail({ ...approved, content }, shop)
    expect(text).toContain('your free tickets of order MF7K2QX4MD are ready:')
    expect(text).not.toMatch(/payment|₹/)
  })

  test('names seats by the venue’s section names', () => {
    const content = { ...approved.content, lines: [line, { ...line, seats: ['FRNT-A9', 'FRNT-A10'] }] }
    const mail = decisionMail({ ...approved, content, sections: [null, { FRNT: 'Front rows' }] }, shop)
    expect(mail.text).toContain('Gold, seats F5, F6 (')
    expect(mail.text).toContain('Gold, Front rows A9, A10 (')
  })

  test('says how many people stand, without their numbers', () => {
    const content = { ...approved.content, lines: [{ ...line, category_name: 'Floor', seats: ['17', '18'] }] }
    const textIn = (language: 'en' | 'hi' | 'mr') => decisionMail({ ...approved, content }, { ...shop, language }).text
    expect(textIn('en')).toContain('Floor, standing, 2 people (')
    expect(textIn('hi')).toContain('Floor, स्टैंडिंग, 2 लोग (')
    expect(textIn('mr')).toContain('Floor, स्टँडिंग, 2 व्यक्ती (')
  })

  test('has the note and the reference of a rejection, and says that money is not lost', () => {
    const content = { ...approved.content, note: 'We could not find this reference.' }
    const mail = decisionMail({ ...approved, kind: 'payment_rejected', content }, shop)
    expect(mail.text).toContain('We could not find this reference.')
    expect(mail.text).toContain('632411870952')
    expect(mail.text).toContain('not lost')
  })

  test('is in the customer’s language, dates included; the note is unchanged', () => {
    const hindi = decisionMail(approved, { ...shop, language: 'hi' })
    expect(hindi.subject).toBe('ऑर्डर MF7K2QX4MD के आपके टिकट · Mehfil')
    expect(hindi.text).toContain(
      '- Meher Qazi - Mumbai, शनि 5 दिसंबर 2026, शाम 7:30 बजे, Saptak Hall: Gold, सीट F5, F6 (₹3,600.00)',
    )
    const content = { ...approved.content, note: 'We could not find this reference.' }
    const marathi = decisionMail({ ...approved, kind: 'payment_rejected', content }, { ...shop, language: 'mr' })
    expect(marathi.text).toMatch(/^नमस्कार Farah,\n/)
    expect(marathi.text).toContain('सायंकाळी 7:30, Saptak Hall: Gold, सीट्स F5, F6')
    expect(marathi.text).toContain('\n\nWe could not find this reference.\n\n')
    expect(decisionMail(approved, shop).text).toContain('Sat 5 Dec 2026, 7:30 pm')
  })

  test('says what is attached', () => {
    expect(decisionMail(approved, shop, 'tickets').text).toContain('attached as a PDF')
    expect(decisionMail(approved, shop, 'date').text).toContain('The date is attached')
    expect(decisionMail(approved, shop).text).not.toContain('attached')
  })

  test('works without a name or lines', () => {
    const content = { ...approved.content, name: null, lines: null }
    expect(decisionMail({ ...approved, content }, shop).text).toMatch(/^Hello,\n/)
  })
})

test('links carry the token for verifyOtp', () => {
  expect(linkTo('https://t.in', 'ab12', 'recovery')).toBe('https://t.in/reset-password?token_hash=ab12&type=recovery')
})

test('says in the subject that an order is a test', () => {
  const content = { ...approved.content, is_test: true }
  expect(decisionMail({ ...approved, content }, shop).subject).toBe(`TEST: ${decisionMail(approved, shop).subject}`)
})
