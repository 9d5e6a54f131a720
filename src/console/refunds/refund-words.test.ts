import { describe, expect, it } from 'vitest'
import type { RefundPart } from '#shop/refunds/refund-rows.ts'
import {
  admittedWords,
  boughtWhat,
  payersOf,
  reasonText,
  recipientOf,
  refundFailureText,
  seenWords,
  settledWords,
  unprovenWords,
  wayBack,
} from './refund-words.ts'

describe('admittedWords', () => {
  const at = '2026-12-05T14:12:00.000Z'
  it('says how many seats were let in, and when', () => {
    expect(admittedWords({ admitted: { seats: 2, at }, quantity: 4 })).toBe(
      '2 of 4 seats were let in, the first Sat 5 Dec 2026, 7:42 pm',
    )
    expect(admittedWords({ admitted: { seats: 1, at }, quantity: 2 })).toContain('1 of 2 seats was let in')
    expect(admittedWords({ admitted: { seats: 1, at }, quantity: 1 })).toBe(
      'The seat was let in: Sat 5 Dec 2026, 7:42 pm',
    )
  })
  it('returns null for an unused ticket', () => expect(admittedWords({ admitted: null, quantity: 4 })).toBeNull())
})

it('an order’s payers are those of its own credits, each once, whatever the case of their letters', () => {
  const credits = [
    { orderCode: 'MF1', payerVpa: 'Asha@OkAxis' },
    { orderCode: 'MF1', payerVpa: 'asha@okaxis' },
    { orderCode: 'MF1', payerVpa: null },
    { orderCode: 'MF2', payerVpa: 'ravi@ybl' },
  ]
  expect(payersOf(credits, 'MF1')).toEqual(['asha@okaxis'])
  expect(payersOf(credits, 'MF3')).toEqual([])
})

it('a refused refund says how much can go back', () => {
  expect(refundFailureText({ code: 'not_refundable', detail: { most: 620 }, message: '' })).toContain('₹620.00')
  expect(refundFailureText({ code: 'not_refundable', detail: 'nothing', message: '' })).toContain('no money came in')
})

it('an amount that changed since the list was read is named, and nothing was marked', () => {
  const said = refundFailureText({ code: 'amount_changed', detail: '2000.00', message: '' })
  expect(said).toMatch(/^₹2,000.00 is owed now: /)
  expect(said).toContain('Nothing was marked.')
  expect(refundFailureText({ code: 'amount_changed', message: '' })).toMatch(/^Another amount is owed now: /)
})

it('a refund of valid tickets is refused with the way to do it', () => {
  const refused = (detail: unknown) => refundFailureText({ code: 'not_refundable', detail, message: '' })
  expect(refused({ most: 660, tickets: 1240 })).toBe(
    'At most ₹660.00 can go back: ₹1,240.00 bought tickets that are valid.',
  )
  expect(refused('tickets')).toContain('start a refund in its booking')
  expect(refused('sent')).toContain('Revoke the ticket first.')
})

describe('what an order is owed for several tickets', () => {
  const part = {
    id: 'r',
    ticketId: 't',
    amount: 1,
    eventName: 'Aarti Rao - Pune',
    category: 'Gold',
    quantity: 1,
    admitted: null,
  }
  const gold = { ...part, reason: 'cancelled', seats: ['A1'] } as const
  const silver = { ...gold, category: 'Silver', seats: ['B2'] }
  const excess = { ...gold, ticketId: null, reason: 'overpaid', eventName: '', category: '', seats: [] } as const
  const of = (...together: unknown[]) => ({ eventName: 'Aarti Rao - Pune', together: together as RefundPart[] })
  it('names each event once, with the seats of each ticket', () => {
    expect(boughtWhat(of(gold))).toBe('Aarti Rao - Pune, Gold: A1')
    expect(boughtWhat(of(gold, silver))).toBe('Aarti Rao - Pune, Gold: A1 · Silver: B2')
    expect(boughtWhat(of(gold, { ...silver, eventName: 'Ravi - Goa' }))).toBe(
      'Aarti Rao - Pune, Gold: A1; Ravi - Goa, Silver: B2',
    )
    expect(boughtWhat(of(excess))).toBe('Aarti Rao - Pune: no ticket')
  })
  it('names each reason once', () => {
    expect(reasonText(of(gold, silver))).toBe('Event cancelled')
    expect(reasonText(of(gold, excess))).toBe('Event cancelled, Paid too much')
  })
})

describe('a refund of a sale at the door', () => {
  const settled = { utr: null, settledHow: null, refundedAt: '2026-12-05T14:12:00.000Z', requestedAt: '' }
  it('goes to the buyer at the door, whose name may be missing', () => {
    expect(recipientOf({ userName: null, userEmail: null, sellerId: 's1' })).toBe('Buyer at the door')
    expect(recipientOf({ userName: 'Ravi', userEmail: null, sellerId: 's1' })).toBe('Ravi')
    expect(recipientOf({ userName: null, userEmail: null, sellerId: null })).toBe('Deleted account')
  })
  it('goes back the way it was paid', () => {
    expect((['cash', 'card', 'upi'] as const).map((method) => wayBack({ method }))).toEqual([
      'in cash',
      'by card',
      'by UPI',
    ])
  })
  it('says how it went back where there was no transfer', () => {
    expect(settledWords({ ...settled, way: 'cash' })).toBe('Given back in cash, Sat 5 Dec 2026')
    expect(settledWords({ ...settled, way: 'upi', utr: '512345678822' })).toBe('512345678822, Sat 5 Dec 2026')
    const account = { settledHow: 'HDFC0001234 ••6789', utr: 'N331261234567' }
    expect(settledWords({ ...settled, way: 'bank', ...account })).toBe(
      'N331261234567 to HDFC0001234 ••6789, Sat 5 Dec 2026',
    )
    expect(settledWords({ ...settled, way: 'other', settledHow: 'Two seats' })).toBe('Two seats, Sat 5 Dec 2026')
    expect(settledWords({ ...settled, way: null })).toBeNull()
  })
})

it('says who vouches for an amount that no statement has', () => {
  expect(unprovenWords(null)).toContain('only what the customer says')
  for (const door of ['cash', 'card', 'upi'] as const)
    expect(unprovenWords(door)).toContain('the amount is what the seller wrote down')
  expect(unprovenWords('cash')).not.toContain('Check your bank')
})

it('says when a statement showed the transfer, and what it was if not what was marked', () => {
  const seen = { on: '2026-12-03', amount: 180_000, expected: 180_000 }
  expect(seenWords({ seen: null })).toBeNull()
  expect(seenWords({ seen })).toBe('Seen in the statement on Thu 3 Dec 2026')
  expect(seenWords({ seen: { ...seen, amount: 80_000 } })).toBe(
    'The statement has ₹800.00 on Thu 3 Dec 2026, not ₹1,800.00',
  )
})

it('says what cash was taken from', () => {
  const cash = { way: 'cash', utr: null, refundedAt: '2026-12-05T14:12:00.000Z', requestedAt: '' } as const
  expect(settledWords({ ...cash, settledHow: 'till Office' })).toMatch(/^Given back in cash, out of till Office, /)
  expect(settledWords({ ...cash, settledHow: null })).toMatch(/^Given back in cash, Sat/)
})
