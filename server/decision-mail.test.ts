import { describe, expect, test } from 'vitest'
import { linkTo } from './auth-mail.ts'
import { decisionMail, type OutgoingMail } from './decision-mail.ts'

const approved: OutgoingMail = {
  id: '1',
  email: 'farah@example.in',
  kind: 'payment_approved',
  content: {
    name: 'Farah',
    order_code: 'MF7K2QX4MD',
    transaction_id: '632411870952',
    amount: 4690.82,
    note: null,
    lines: [
      {
        event_name: 'Meher Qazi - Mumbai',
        category_name: 'Gold',
        seats: ['F5', 'F6'],
        event_date: '2026-12-05T14:00:00+00:00',
        venue: 'Saptak Hall',
        total_amount: 3600,
      },
    ],
  },
}

describe('the mail about a decision', () => {
  test('says what was bought, when in India, and where the tickets are', () => {
    const mail = decisionMail(approved, 'Mehfil', 'https://tickets.example.in')
    expect(mail.to).toBe('farah@example.in')
    expect(mail.subject).toBe('Your tickets for order MF7K2QX4MD · Mehfil')
    expect(mail.text).toContain('₹4,690.82')
    expect(mail.text).toContain(
      'Meher Qazi - Mumbai, Sat 5 Dec 2026, 7:30 pm, Saptak Hall: Gold, seats F5, F6 (₹3,600.00)',
    )
    expect(mail.text).toContain('https://tickets.example.in/my-tickets')
  })

  test('a rejection carries the note and the reference, and says that money is not lost', () => {
    const content = { ...approved.content, note: 'We could not find this reference.' }
    const mail = decisionMail({ ...approved, kind: 'payment_rejected', content }, 'Mehfil', 'https://t.in')
    expect(mail.text).toContain('We could not find this reference.')
    expect(mail.text).toContain('632411870952')
    expect(mail.text).toContain('not lost')
  })

  test('a payment without name or lines is still a letter', () => {
    const content = { ...approved.content, name: null, lines: null }
    expect(decisionMail({ ...approved, content }, 'Mehfil', 'https://t.in').text).toMatch(/^Hello,\n/)
  })
})

test('links carry the token for verifyOtp', () => {
  expect(linkTo('https://t.in', 'ab12', 'recovery')).toBe('https://t.in/reset-password?token_hash=ab12&type=recovery')
})
