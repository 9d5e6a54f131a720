import { describe, expect, it } from 'vitest'
import {
  orderedLine,
  aHold,
  paymentLine,
  paymentHere,
  submissionHere,
} from '../../../tests/support/concerts/plain-rows.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { emptyOrder, type Order } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment, MyTicket } from '#shop/device/schema.ts'
import { priceOfPayment } from './order-price.ts'
import { isReceivedOrder, orderRecords, type OrdersOnDevice } from './order-records.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`

const NO_TAXES = { gst: 0, localTax: 0, fee: 0, feeGst: 0, rounding: 0 }
const line = (ticketCategoryId: string, seats: string[], unitPrice: number, totalAmount: number, taxes = NO_TAXES) => ({
  ...paymentLine({ ticketCategoryId, seats, quantity: seats.length, unitPrice, totalAmount }),
  taxes,
})
const payment = (orderId: string, status: MyPayment['status'], day: number, more: Partial<MyPayment> = {}) =>
  paymentHere(orderId, status, {
    createdAt: at(day),
    reviewedAt: status === 'pending' ? null : at(day),
    lines: [line(`c-${orderId}`, ['A1'], 150_000, 180_000)],
    ...more,
  })
const ordered = (seats: string[]) => orderedLine({ ticketCategoryId: 'c-draft', seats, unitPrice: 100_000 })
const draft = (id: string, day: number, more: Partial<Order> = {}): Order => ({
  ...emptyOrder({ id, code: `MF${id}`, ownerId: 'asha', createdAt: Date.parse(at(day)), lines: [ordered(['A1'])] }),
  payingAt: 1,
  ...more,
})
const submission = (orderId: string, state: Submission['state'], day: number, uploaded = false): Submission => {
  const plain = submissionHere(orderId, state, { submittedAt: Date.parse(at(day)), lines: [ordered(['A1'])] })
  return { ...plain, screenshot: { ...plain.screenshot, uploaded } }
}
const ticket = (paymentId: string, ticketCategoryId: string, more: Partial<MyTicket> = {}) =>
  ({
    id: `ticket ${paymentId}, ${ticketCategoryId}`,
    paymentId,
    ticketCategoryId,
    eventStatus: 'scheduled',
    ...more,
  }) as MyTicket

const records = (found: Partial<OrdersOnDevice>) =>
  orderRecords({
    drafts: [],
    orders: [],
    submissions: [],
    payments: [],
    tickets: [],
    dismissed: new Set(),
    pictures: new Set(),
    events: [],
    screenshotDays: 30,
    now: NOW,
    ...found,
  })
const states = (found: Partial<OrdersOnDevice>) => records(found).map(({ code, state }) => `${code} ${state}`)

describe('orderRecords', () => {
  it('lists each order once, newest first, from draft, outbox or server', () => {
    expect(
      states({
        drafts: [draft('begun', 20), draft('paid', 22)],
        submissions: [
          submission('unsent', 'waiting', 21),
          submission('out', 'needs-sign-in', 18),
          submission('bad', 'refused', 17),
          submission('gone', 'sent', 16),
          submission('paid', 'sent', 22),
        ],
        payments: [payment('old', 'rejected', 10), payment('paid', 'pending', 22), payment('fine', 'approved', 19)],
      }),
    ).toEqual([
      'MFpaid pending',
      'MFunsent unsent',
      'MFbegun begun',
      'MFfine approved',
      'MFout sign-in',
      'MFbad refused',
      'MFgone pending',
      'MFold rejected',
    ])
  })

  it('needs no screenshot where the money came by itself, and asks for none of a free order', () => {
    const came = payment('came', 'pending', 20, { withoutPicture: true })
    const [received] = records({ drafts: [draft('came', 19)], payments: [came] })
    expect(received).toMatchObject({ code: 'MFcame', state: 'pending', picture: 'unneeded', draft: undefined })
    expect(isReceivedOrder(received!)).toBe(true)
    const [free] = records({ payments: [payment('free', 'approved', 20, { withoutPicture: true, amount: 0 })] })
    expect([free!.picture, isReceivedOrder(free!)]).toEqual(['unneeded', false])
  })

  it('tells what was submitted besides of one whose money was seen first', () => {
    const [both] = records({
      submissions: [submission('came', 'waiting', 20)],
      pictures: new Set(['came']),
      payments: [payment('came', 'approved', 20, { withoutPicture: true })],
    })
    expect([both!.picture, isReceivedOrder(both!)]).toEqual(['here', false])
  })

  it('is open while something is to come or to do', () => {
    const open = (found: Partial<OrdersOnDevice>) => records(found).map((record) => record.open)
    expect(open({ drafts: [draft('begun', 1)] })).toEqual([true])
    expect(open({ submissions: [submission('sent', 'sent', 1)] })).toEqual([true])
    expect(open({ payments: [payment('1', 'pending', 1)] })).toEqual([true])
    const approved = payment('1', 'approved', 1)
    expect(open({ payments: [approved] })).toEqual([true])
    expect(open({ payments: [approved], tickets: [ticket('of 1', 'c-1')] })).toEqual([false])
    const rejected = payment('1', 'rejected', 1)
    expect(open({ payments: [rejected] })).toEqual([true])
    expect(open({ payments: [rejected], dismissed: new Set(['of 1']) })).toEqual([false])
    const again = payment('2', 'pending', 2, { lines: rejected.lines })
    expect(open({ payments: [rejected, again] })).toEqual([true, false])
  })

  it('can be tried again while it is rejected, open and partly on sale', () => {
    const event = (status: CatalogueEvent['status']) =>
      ({ id: 'e1', status, cancelledReason: 'Rain.', categories: [{ id: 'c-1' }] }) as unknown as CatalogueEvent
    const tries = (found: Partial<OrdersOnDevice>) => records(found).map((record) => record.mayTryAgain)
    const rejected = payment('1', 'rejected', 1)
    expect(tries({ payments: [rejected], events: [event('scheduled')] })).toEqual([true])
    expect(tries({ payments: [rejected], events: [event('cancelled')] })).toEqual([false])
    expect(tries({ payments: [rejected] })).toEqual([false])
    expect(tries({ payments: [rejected], events: [event('scheduled')], dismissed: new Set(['of 1']) })).toEqual([false])
    expect(tries({ payments: [payment('1', 'pending', 1)], events: [event('scheduled')] })).toEqual([false])
  })

  it('gives each line its ticket and why its concert was cancelled', () => {
    const lines = [line('c-1', ['A1'], 1, 1), line('c-2', ['B1'], 1, 1), line('c-3', ['C1'], 1, 1)]
    const past = { ...line('c-4', ['D1'], 1, 1), cancelled: { reason: 'The hall is shut.' } }
    const [record] = records({
      payments: [payment('1', 'approved', 1, { lines: [...lines, past] })],
      tickets: [ticket('of 1', 'c-2', { eventStatus: 'cancelled', cancelledReason: 'The singer is ill.' })],
      events: [
        { id: 'e3', status: 'cancelled', cancelledReason: 'Rain.', categories: [{ id: 'c-3' }] } as CatalogueEvent,
      ],
    })
    expect(record?.lines.map((one) => [one.ticket?.id, one.cancelled?.reason])).toEqual([
      [undefined, undefined],
      ['ticket of 1, c-2', 'The singer is ill.'],
      [undefined, 'Rain.'],
      [undefined, 'The hall is shut.'],
    ])
  })
})

describe('the price of an order', () => {
  const priceOf = (found: Partial<OrdersOnDevice>) => records(found)[0]?.price ?? null
  const hold = aHold({ subtotal: 90_000, gst: 16_200, total: 109_200 })

  it('is split as the server split it', () => {
    const of = (gst: number, fee: number) => ({ ...NO_TAXES, gst, fee })
    const lines = [
      line('a', ['A1', 'A2'], 149_950, 359_882, of(53_982, 6_000)),
      line('b', ['B1'], 50_000, 62_000, of(9_000, 3_000)),
    ]
    expect(priceOf({ payments: [payment('1', 'approved', 1, { lines, amount: 421_882 })] })).toMatchObject({
      subtotal: 349_900,
      gst: 62_982,
      fee: 9_000,
      feeSeats: 3,
      total: 421_882,
    })
  })

  it('leaves out a category deleted before its money came', () => {
    const gone = { ...line('x', [], 0, 0), ticketCategoryId: null, quantity: 2, taxes: null }
    const taxes = { ...NO_TAXES, gst: 27_000, fee: 3_000 }
    const [record] = records({
      payments: [payment('1', 'pending', 1, { lines: [gone, line('a', ['A1'], 150_000, 180_000, taxes)] })],
    })
    expect(record).toMatchObject({ seats: 1, price: { subtotal: 150_000, total: 180_000 } })
    expect(priceOf({ payments: [payment('1', 'pending', 1, { lines: [gone] })] })).toBeNull()
  })

  it('of a begun order comes from its hold, else from the seats as seen', () => {
    expect(priceOf({ drafts: [draft('1', 1, { hold })] })).toMatchObject({ subtotal: 90_000, total: 109_200 })
    expect(priceOf({ drafts: [draft('1', 1)] })).toMatchObject({
      subtotal: 100_000,
      gst: 18_000,
      fee: 3_000,
      total: 121_000,
    })
  })

  it('of a waiting submission is split by the hold of its order', () => {
    expect(priceOf({ submissions: [submission('1', 'waiting', 1)] })).toMatchObject({ total: 121_000 })
    const dearer = { ...submission('1', 'waiting', 1), amountPaise: 109_200 }
    expect(priceOf({ submissions: [dearer] })).toBeNull()
    expect(priceOf({ submissions: [dearer], orders: [draft('1', 1, { state: 'submitted', hold })] })).toMatchObject({
      gst: 16_200,
    })
  })
})

describe('the screenshot of an order', () => {
  const pictureOf = (found: Partial<OrdersOnDevice>) => records(found)[0]?.picture
  const chosen = { name: 'a.png', chosenAt: 1, sha256: 'x', type: 'image/png', size: 4 }
  const withPicture = (kept?: 'page') =>
    draft('1', 1, { form: { reference: '', sendAnyway: false, screenshot: { ...chosen, ...(kept && { kept }) } } })

  it('is on this device, in this page, or not chosen while the order is begun', () => {
    expect(pictureOf({ drafts: [draft('1', 1)] })).toBe('none')
    expect(pictureOf({ drafts: [withPicture()], pictures: new Set(['1']) })).toBe('here')
    expect(pictureOf({ drafts: [withPicture('page')] })).toBe('page')
    expect(pictureOf({ drafts: [withPicture()] })).toBe('gone')
  })

  it('is sending during the upload and sent afterwards', () => {
    const pictures = new Set(['1'])
    expect(pictureOf({ submissions: [submission('1', 'waiting', 1)], pictures })).toBe('here')
    const only = { ...submission('1', 'waiting', 1), unkept: { onDevice: false, full: true } }
    expect(pictureOf({ submissions: [only] })).toBe('page')
    expect(pictureOf({ submissions: [submission('1', 'sending', 1)], pictures })).toBe('sending')
    expect(pictureOf({ submissions: [submission('1', 'sending', 1, true)], pictures })).toBe('sent')
    expect(pictureOf({ submissions: [submission('1', 'refused', 1)] })).toBe('gone')
    expect(pictureOf({ payments: [payment('1', 'pending', 1)] })).toBe('sent')
  })

  it('is deleted the shop’s number of days after the decision, once that number is synced', () => {
    const old = { payments: [payment('1', 'approved', 1, { reviewedAt: '2026-10-20T10:00:00.000Z' })] }
    expect(pictureOf(old)).toBe('deleted')
    expect(pictureOf({ ...old, screenshotDays: 60 })).toBe('sent')
    expect(pictureOf({ ...old, screenshotDays: null })).toBe('sent')
    expect(pictureOf({ payments: [payment('1', 'pending', 1, { createdAt: '2026-01-01T00:00:00.000Z' })] })).toBe(
      'sent',
    )
  })
})

it('lists thousands of orders', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => payment(`${n}`, n % 3 ? 'approved' : 'rejected', 1 + (n % 28)))
  const tickets = many.map((one) => ticket(one.id, `c-${one.orderId}`))
  const found = records({ payments: many, tickets })
  expect(found).toHaveLength(5_000)
  expect(found.filter((record) => record.open)).toHaveLength(1_667)
})

describe('the price of a payment', () => {
  const taxes = { gst: 27_000, localTax: 15_000, fee: 3000, feeGst: 540, rounding: 0 }

  it('has the GST that its prices contained', () => {
    const lines = [line('within', ['A1'], 177_000, 195_540, taxes)]
    expect(priceOfPayment(payment('one', 'approved', 20, { lines }))).toMatchObject({
      ...{ subtotal: 150_000, gst: 27_000, gstIncluded: 27_000, localTax: 15_000, total: 195_540 },
    })
  })

  it('has none in its prices when it came on top', () => {
    const lines = [line('on top', ['A1'], 150_000, 195_540, taxes)]
    expect(priceOfPayment(payment('two', 'approved', 20, { lines }))).toMatchObject({
      subtotal: 150_000,
      gstIncluded: 0,
    })
  })
})
