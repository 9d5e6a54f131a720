import { expect, it } from 'vitest'
import type { SoldSale } from '#shop/box-office/door-sale.ts'
import { decodePassCode } from '#shop/tickets/passes/pass-code.ts'
import { placesText, receiptsOf } from './receipt-lines.ts'

const ids = {
  ticket: '3f2b8a64-0a9e-4d6c-9a1f-5f0f6a1b2c3d',
  user: '11111111-2222-4333-8444-555555555555',
  event: '99999999-8888-4777-8666-555555555555',
}
const pass = { seat: '17', number: 1, issue: 0, keyNumber: 3, signature: 'ab'.repeat(64) }
const sale: SoldSale = {
  orderId: 'o1',
  orderCode: 'MF7K2QX4MD',
  paymentId: 'p1',
  method: 'cash',
  total: 141_600,
  secret: null,
  tickets: [
    {
      id: ids.ticket,
      code: '7K2QX4MDE',
      seats: ['17', '18'],
      passes: [pass, { ...pass, number: 2, seat: '18' }],
      quantity: 2,
      ticketCategoryId: 'floor',
      userId: ids.user,
      eventId: ids.event,
      total: 141_600,
    },
  ],
}
const context = {
  shop: 'Mehfil',
  gstin: '',
  event: { name: 'Low Tide - Goa', venue: 'Night Shed', date: '2026-12-05T14:00:00.000Z' },
  categories: new Map([['floor', { name: 'Floor', sections: null }]]),
  at: Date.parse('2026-12-05T13:00:00.000Z'),
}

it('says event, place, price, code and order, and draws the same code as the wallet', () => {
  const [receipt] = receiptsOf(sale, context)
  expect(receipt).toMatchObject({
    shop: 'Mehfil',
    event: 'Low Tide - Goa',
    venue: 'Night Shed',
    category: 'Floor',
    seats: 'Standing, 1 person',
    price: '₹1,416.00 in cash for 2',
    code: '7K2Q-X4MD-E',
    order: 'MF7K2QX4MD',
  })
  expect(receipt!.when).toContain('7:30 pm')
  expect(decodePassCode(receipt!.qr!)).toMatchObject({ ticketId: ids.ticket, seat: '17' })
})

it('has one a person, each with the code of a place', () => {
  const receipts = receiptsOf(sale, context)
  expect(receipts.map((one) => one.seats)).toEqual(['Standing, 1 person', 'Standing, 1 person'])
  expect(receipts.map((one) => decodePassCode(one.qr!)?.seat)).toEqual(['17', '18'])
  const alone = { ...sale.tickets[0]!, seats: ['17'], passes: [pass] }
  expect(receiptsOf({ ...sale, tickets: [alone] }, context)[0]!.price).toBe('₹1,416.00 in cash')
  expect(new Set(receipts.map((one) => one.key)).size).toBe(2)
})

it('names a complimentary ticket, and keeps the typed code where there is no QR', () => {
  const broken = { ...sale.tickets[0]!, passes: [{ ...pass, signature: 'none' }] }
  const [receipt] = receiptsOf({ ...sale, method: 'complimentary', total: 0, tickets: [broken] }, context)
  expect(receipt).toMatchObject({ price: 'Complimentary', qr: null, code: '7K2Q-X4MD-E' })
})

it('names seats with their section', () => {
  expect(placesText(['A1'])).toBe('Seat A1')
  expect(placesText(['BALC-A1', 'BALC-A2'], { BALC: 'Balcony' })).toBe('Seats Balcony A1, A2')
})
