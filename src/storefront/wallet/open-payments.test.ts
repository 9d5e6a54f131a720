import { describe, expect, it } from 'vitest'
import { orderedLine, paymentLine, paymentHere, submissionHere } from '../../../tests/support/concerts/plain-rows.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment } from '#shop/device/schema.ts'
import { openPayments } from './open-payments.ts'

const payment = (orderId: string, status: MyPayment['status'], change: Partial<MyPayment> = {}) =>
  paymentHere(orderId, status, {
    createdAt: '2026-11-20T10:00:00Z',
    lines: [paymentLine()],
    ...change,
  })

const submission = (orderId: string, state: Submission['state'], seats = ['A1']) => {
  const lines = [orderedLine({ ticketCategoryId: 'gold', seats })]
  return submissionHere(orderId, state, { submittedAt: Date.parse('2026-11-20T11:00:00Z'), lines })
}

const kinds = (...args: Parameters<typeof openPayments>) => openPayments(...args).map(({ kind }) => kind)

describe('openPayments', () => {
  it('lists unsent, then pending, then rejected payments', () => {
    expect(
      kinds(
        [submission('s', 'waiting', ['C1'])],
        [payment('r', 'rejected'), payment('p', 'pending', { createdAt: '2026-11-19T10:00:00Z' })],
        [],
      ),
    ).toEqual(['unsent', 'pending', 'rejected'])
  })

  it('lists a payment once that both outbox and server have', () => {
    expect(kinds([submission('p', 'sent')], [payment('p', 'pending')], [])).toEqual(['pending'])
    expect(kinds([submission('p', 'sent')], [], [])).toEqual(['arrived'])
  })

  it('lists a rejected payment until its seats are sent again', () => {
    const rejected = payment('r', 'rejected')
    expect(kinds([], [rejected], [])).toEqual(['rejected'])
    expect(kinds([submission('s', 'waiting')], [rejected], [])).toEqual(['unsent'])
    expect(kinds([submission('s', 'waiting', ['A2'])], [rejected], [])).toEqual(['unsent', 'rejected'])
    expect(kinds([], [payment('again', 'pending', { createdAt: '2026-11-20T12:00:00Z' }), rejected], [])).toEqual([
      'pending',
    ])
    expect(kinds([], [payment('earlier', 'pending', { createdAt: '2026-11-20T09:00:00Z' }), rejected], [])).toEqual([
      'pending',
      'rejected',
    ])
  })

  it('lists a rejected payment until it is dismissed, and dismisses no other', () => {
    const all = [
      payment('r', 'rejected'),
      payment('other', 'rejected', { transactionId: '632411870953' }),
      payment('p', 'pending', { createdAt: '2026-11-19T10:00:00Z' }),
      payment('a', 'approved', { createdAt: '2026-11-19T10:00:00Z' }),
    ]
    const left = openPayments([], all, [], new Set(['of r', 'of p', 'of a']))
    expect(left.map((open) => ('payment' in open ? open.payment.id : open.kind))).toEqual(['of p', 'of a', 'of other'])
  })

  it('lists an approved payment until its tickets are here', () => {
    expect(kinds([], [payment('a', 'approved')], [])).toEqual(['approved'])
    expect(kinds([], [payment('a', 'approved')], [{ paymentId: 'of a' }])).toEqual([])
  })
})

describe('standing places that were rejected', () => {
  const floor = (orderId: string, status: MyPayment['status'], seats: string[], createdAt?: string): MyPayment => {
    const one = payment(orderId, status, createdAt ? { createdAt } : {})
    return { ...one, lines: one.lines.map((line) => ({ ...line, seats })) }
  }
  const first = floor('1', 'rejected', ['17', '18'])

  it('are settled once as many were sent again, with whatever numbers', () => {
    expect(kinds([submission('2', 'waiting', ['1', '2'])], [first], [])).toEqual(['unsent'])
    expect(kinds([], [first, floor('2', 'pending', ['40', '41'], '2026-11-20T12:00:00Z')], [])).toEqual(['pending'])
  })

  it('stay open while fewer were sent', () => {
    expect(kinds([submission('2', 'waiting', ['1'])], [first], [])).toEqual(['unsent', 'rejected'])
  })
})
