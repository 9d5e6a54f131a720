import { expect, it } from 'vitest'
import { cartItem, aHold } from '../../../tests/support/concerts/plain-rows.ts'
import type { CartItem } from '#shop/cart/cart.ts'
import { emptyOrder, type Order } from '#shop/orders/order.ts'
import { planCheckout } from './checkout-account.tsx'

const item = (categoryId: string, ...seats: string[]) => cartItem(seats, { id: categoryId, categoryId })
const hold = aHold()
const order = (id: string, items: CartItem[], more: Partial<Order> = {}): Order => ({
  ...emptyOrder({
    ...{ id, code: id, ownerId: 'asha', createdAt: 0 },
    lines: items.map((each) => ({ ...each, ticketCategoryId: each.categoryId, unitPrice: each.price })),
  }),
  ...more,
})
const begun = { hold, payingAt: 1 }
const [gold, silver] = [item('gold', 'A1', 'A2'), item('silver', 'B1')]

it('planCheckout leaves the order of an offer to the waiting list alone', () => {
  const offered = order('offer', [gold], { hold, ofOffer: true })
  expect(planCheckout([gold], [gold], [offered])).toEqual({ kind: 'open' })
  expect(planCheckout([], [], [offered])).toEqual({ kind: 'nothing' })
})

it('planCheckout opens an order for what can be paid', () => {
  expect(planCheckout([gold], [gold], [])).toEqual({ kind: 'open' })
  expect(planCheckout([gold, silver], [silver], [])).toEqual({ kind: 'open' })
  expect(planCheckout([gold], [gold], [order('1', [gold], { hold })])).toEqual({ kind: 'open' })
  expect(planCheckout([gold], [gold], [order('1', [silver], begun)])).toEqual({ kind: 'open' })
})

it.each([
  ['a UPI app was opened', { payingAt: 1 }],
  ['something was typed', { form: { reference: '4', sendAnyway: false, screenshot: null } }],
])('planCheckout shows the order of these seats as it is when %s for it', (_, how) => {
  const mine = order('1', [gold], { hold, ...how })
  expect(planCheckout([gold], [gold], [order('2', [silver], begun), mine])).toEqual({ kind: 'show', order: mine })
})

it('planCheckout shows an order whose price was seen before its concert went off sale, begun or not', () => {
  const mine = order('1', [gold, silver], { hold })
  expect(planCheckout([gold, silver], [], [mine])).toEqual({ kind: 'show', order: mine })
  expect(planCheckout([gold, silver], [silver], [mine])).toEqual({ kind: 'show', order: mine })
})

it('planCheckout returns nothing when nothing can be paid and nothing may have been', () => {
  expect(planCheckout([gold], [], [])).toEqual({ kind: 'nothing' })
  expect(planCheckout([gold], [], [order('1', [gold])])).toEqual({ kind: 'nothing' })
  expect(planCheckout([], [], [])).toEqual({ kind: 'nothing' })
})

it('planCheckout asks first when the cart has some seats of an order already begun', () => {
  const mine = order('1', [gold], begun)
  expect(planCheckout([item('gold', 'A2', 'A3')], [item('gold', 'A2', 'A3')], [mine])).toEqual({
    kind: 'ask',
    order: mine,
  })
  expect(planCheckout([item('gold', 'A3')], [item('gold', 'A3')], [mine])).toEqual({ kind: 'open' })
})

it('planCheckout shows an order already begun for the lines that can still be paid', () => {
  const rest = order('1', [silver], begun)
  expect(planCheckout([gold, silver], [silver], [rest])).toEqual({ kind: 'show', order: rest })
})

it('planCheckout shows the newest open order when the cart is empty', () => {
  const newest = order('2', [gold])
  expect(planCheckout([], [], [newest, order('1', [silver])])).toEqual({ kind: 'show', order: newest })
})
