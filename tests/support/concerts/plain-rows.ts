import type { CartItem } from '../../../src/shop/cart/cart.ts'
import type { CatalogueEvent, TicketCategory } from '../../../src/shop/catalogue/catalogue.ts'
import type { MyPayment } from '../../../src/shop/device/schema.ts'
import type { OpenedCode } from '../../../src/shop/codes/code.ts'
import type { Hold, OrderedLine } from '../../../src/shop/orders/order.ts'
import type { Submission } from '../../../src/shop/orders/outbox/submission.ts'

/** What a test's row has where the test is not about it. */
const plainLine = { sections: null, state: null, free: false }

export const plainCategory = {
  ...{ ticketsKept: 0, standing: false, free: false },
  ...{ phases: [], saleFrom: null, saleUntil: null },
}

export const plainEvent = {
  cancelledReason: null,
  about: null,
  pausedAt: null,
  screenOnly: false,
  state: null,
  hasQueue: false,
}

export const aCategory = (more: Partial<TicketCategory> = {}): TicketCategory => ({
  ...{ id: 'gold', eventId: 'e1', name: 'Gold', price: 150_000, totalTickets: 100, ticketsSold: 0 },
  ...plainCategory,
  ...{ gridColumns: 10, layout: null },
  ...more,
})

export const anEvent = (more: Partial<CatalogueEvent> = {}): CatalogueEvent => ({
  ...{ id: 'e1', singer: { id: 's1', name: 'Meher Qazi' }, city: 'Mumbai', venue: 'Saptak Hall' },
  ...{ date: '2026-12-05T14:00:00.000Z', previousDate: null, status: 'scheduled', genre: null },
  ...plainEvent,
  categories: [aCategory()],
  ...more,
})

export const orderedLine = (more: Partial<OrderedLine> = {}): OrderedLine => ({
  ...{ ticketCategoryId: 'c1', seats: ['A1'], eventId: 'e1', eventName: 'Singer - Mumbai', categoryName: 'Gold' },
  ...{ date: '2026-12-05T14:00:00.000Z', venue: 'Hall', unitPrice: 10_000 },
  ...plainLine,
  ...more,
})

export const cartItem = (seats: string[], more: Partial<CartItem> = {}): CartItem => ({
  ...{ id: 'gold', eventId: 'e1', eventName: 'Singer - Mumbai', categoryId: 'gold', categoryName: 'Gold' },
  ...{ price: 10_000, quantity: seats.length, date: '2026-12-05T14:00:00.000Z', venue: 'Hall', seats, image: '' },
  ...plainLine,
  ...more,
})

/** Of one seat for 100 rupees. */
export const aHold = (more: Partial<Hold> = {}): Hold => ({
  ...{ expiresAt: 0, extended: false, subtotal: 10_000, gst: 1_800, fee: 3_000, total: 14_800 },
  ...{ lines: [], serverOffset: 0, localTax: 0, feeGst: 0, code: null, instead: null },
  ...more,
})

export const paymentLine = (more: Partial<MyPayment['lines'][number]> = {}): MyPayment['lines'][number] => ({
  ...{ ticketCategoryId: 'gold', eventName: 'Meher Qazi - Mumbai', categoryName: 'Gold', eventDate: null, venue: null },
  ...{ seats: ['A1'], quantity: 1, unitPrice: 150_000, totalAmount: 180_000, taxes: null },
  ...more,
})

export const paymentHere = (
  orderId: string,
  status: MyPayment['status'],
  more: Partial<MyPayment> = {},
): MyPayment => ({
  ...{ id: `of ${orderId}`, orderId, orderCode: `MF${orderId}`, transactionId: '632411870952', amount: 180_000 },
  ...{ status, createdAt: '2026-11-20T10:00:00.000Z', reviewedAt: null, reviewNote: null, lines: [], papers: [] },
  ...{ seatsHeld: true, keptUntil: null, keptNothing: false, isTest: false, withoutPicture: false },
  ...more,
})

export const submissionHere = (
  orderId: string,
  state: Submission['state'],
  more: Partial<Submission> = {},
): Submission => ({
  ...{
    orderId,
    orderCode: `MF${orderId}`,
    ownerId: 'asha',
    reference: '412345678901',
    sendAnyway: false,
    isTest: false,
  },
  ...{
    amountPaise: 121_000,
    lines: [],
    submittedAt: 0,
    state,
    attempts: 0,
    nextAttemptAt: 0,
    failure: null,
    told: null,
  },
  screenshot: { name: 'a.png', chosenAt: 1, path: 'x', sha256: 'y', type: 'image/png', size: 4, uploaded: false },
  ...more,
})

export const openedCode = (more: Partial<OpenedCode> = {}): OpenedCode => ({
  ...{ id: 'c1', code: 'MEMBERS20', eventId: 'e1', percent: 20, amount: null, categoryIds: null, until: null },
  ...{ categories: [], links: [] },
  ...more,
})
