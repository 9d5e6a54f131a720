import { expect, it } from 'vitest'
import { firstDraft, readWay, waysOf, type WayDraft } from './way-back.ts'

const online = { method: 'upi', upiId: null, sellerId: null } as const
const utr = '5123 4567 8901'
const read = (draft: Partial<WayDraft>, of: Parameters<typeof readWay>[1] = online) =>
  readWay({ ...firstDraft(of), ...draft }, of)

it('a customer without a UPI id is paid to the one that staff type', () => {
  expect(read({ utr })).toMatchObject({ field: 'upiId' })
  expect(read({ upiId: 'neha at bank', utr })).toMatchObject({ field: 'upiId' })
  expect(read({ upiId: ' neha.joshi@okhdfcbank ' })).toMatchObject({ field: 'utr' })
  expect(read({ upiId: ' neha.joshi@okhdfcbank ', utr })).toEqual({ way: 'upi', utr, to: 'neha.joshi@okhdfcbank' })
})

it('a UPI id that the customer gave is not typed over', () => {
  expect(read({ upiId: 'thief@okaxis', utr }, { ...online, upiId: 'asha@okaxis' })).toEqual({
    way: 'upi',
    utr,
    to: null,
  })
})

it('an account has its number and its IFSC', () => {
  const way = 'bank' as const
  expect(read({ way, account: '1234', ifsc: 'HDFC0001234', utr })).toMatchObject({ field: 'account' })
  expect(read({ way, account: '5010 0123 4567 89', ifsc: 'HDFC1001234', utr })).toMatchObject({ field: 'ifsc' })
  expect(read({ way, account: '5010 0123 4567 89', ifsc: 'hdfc0001234', utr })).toEqual({
    ...{ way, utr, to: '50100123456789 HDFC0001234' },
  })
})

it('cash has no reference, and what was settled otherwise has words', () => {
  expect(read({ way: 'cash', utr })).toEqual({ way: 'cash', utr: null, to: null })
  expect(read({ way: 'cash', how: ' the office safe ' })).toEqual({ way: 'cash', utr: null, to: 'the office safe' })
  expect(read({ way: 'other', how: ' ' })).toMatchObject({ field: 'how' })
  expect(read({ way: 'other', how: 'Two seats in Mumbai' })).toEqual({
    way: 'other',
    utr: null,
    to: 'Two seats in Mumbai',
  })
})

it('a sale at the door goes back the way it was paid, and needs no UPI id', () => {
  const door = { upiId: null, sellerId: 's1' }
  expect(firstDraft({ method: 'cash' }).way).toBe('cash')
  expect([waysOf({ method: 'card' })[0], waysOf({ method: 'cash' }).includes('card')]).toEqual(['card', false])
  expect(read({ utr }, { ...door, method: 'upi' })).toEqual({ way: 'upi', utr, to: null })
  expect(read({ upiId: 'x', utr }, { ...door, method: 'upi' })).toMatchObject({ field: 'upiId' })
})
