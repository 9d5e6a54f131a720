import { releaseSeats } from '#backend/seats-api.ts'
import type { SectionNames } from '#domain/catalogue.ts'
import { newOrderId, orderCode } from '#domain/order-code.ts'
import { sameLines, type OrderLine } from '#domain/order-line.ts'
import { draftToUse, hasBegun } from './drafts.ts'
import { draftsIn, ownOrder, storable } from './order-rows.ts'
import { forgetInPage, keepOrderInPage, watchWithPage } from './page-rows.ts'
import { ownerIn } from './session.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'
import type { Watch } from './watch.ts'

export { changeLines, choosePicture, notePaying, saveForm, type Kept } from './order-changes.ts'
export { extendHold, holdOrder, releaseOrder } from './order-holds.ts'
export { amountOf, submitOrder } from './submit-order.ts'

export interface OrderedLine extends OrderLine {
  eventId: string
  eventName: string
  categoryName: string
  /** ISO instant of the event as it was seen. */
  date: string
  venue: string
  /** Paise, as it was seen. */
  unitPrice: number
  /** How the plan calls the category's sections; missing without a plan, and in rows that an earlier version stored. */
  sections?: SectionNames
}
export interface Hold {
  /** Milliseconds on this device's clock, corrected by the difference to the server's. */
  expiresAt: number
  extended: boolean
  /** Paise. */
  subtotal: number
  gst: number
  fee: number
  total: number
  lines: { ticketCategoryId: string; unitPrice: number; quantity: number }[]
  /** Server clock minus device clock when it was answered, milliseconds. */
  serverOffset: number
  /** Paise, what the hold before it cost, where that was another amount: it has been shown, and may have been paid. */
  instead?: number
}
/** What an order's form says of its picture; the bytes are in `pictures`. */
export interface OrderScreenshot {
  name: string
  /** Milliseconds, when this picture was chosen; part of its path. */
  chosenAt: number
  /** 64 hex digits over the original bytes. */
  sha256: string
  type: string
  /** Bytes; missing in rows of the version that kept a Blob. */
  size?: number
  /** Only in rows of that version. */
  blob?: Blob | null
  /** Never stored: the device could not keep the picture, this page has it. */
  kept?: 'page'
}
export interface OrderForm {
  reference: string
  /** The customer confirmed a reference that does not look like one. */
  sendAnyway: boolean
  screenshot: OrderScreenshot | null
}
export interface Order {
  id: string
  code: string
  ownerId: string
  createdAt: number
  lines: OrderedLine[]
  hold: Hold | null
  form: OrderForm
  /** Milliseconds, when its customer first went to pay: opened a UPI app, or copied what it needs. */
  payingAt?: number
  /** It was submitted and opened again: its customer has said that the money was sent. */
  reopened?: { used: UsedReference | null }
  /** It was begun when its owner signed out and wanted it kept. */
  kept?: true
  state: 'draft' | 'submitted'
}
/** A reference that the server refused, and the code of the customer's other order that has it. */
export interface UsedReference {
  reference: string
  code: string
}

const emptyForm: OrderForm = { reference: '', sendAnyway: false, screenshot: null }

/**
 * The order that checkout works on, on the device before anything is asked of the server. The open one for these seats
 * is used again, as it is; else one that has not begun takes these lines (its id stays, so what it holds on the server
 * is adjusted rather than in its own way), with `apart` only one that holds nothing; else a new one. Rejects when nobody
 * is signed in or the device cannot store it.
 */
export async function openOrder(lines: OrderedLine[], apart = false): Promise<Order> {
  const store = await openStore()
  let order: Order | undefined
  try {
    await store.transact(['orders', 'session'], async () => {
      order = await orderFor(store, lines, apart)
      await store.table('orders').put(storable(order))
    })
    if (order) forgetInPage(order.id, { order: true })
  } catch (error) {
    // Nobody was signed in, or the store could not even be read.
    if (!order) throw error
    keepOrderInPage(order)
  }
  return order!
}

async function orderFor(store: Store, lines: OrderedLine[], apart: boolean): Promise<Order> {
  const ownerId = await ownerIn(store)
  if (ownerId === null) throw new Error('an order needs somebody who is signed in')
  const draft = draftToUse(await draftsIn(store, ownerId), lines, apart)
  // What was shown when the money was sent stays.
  if (draft && hasBegun(draft)) return draft
  if (draft) return sameLines(draft.lines, lines) ? { ...draft, lines } : { ...draft, lines, hold: null }
  const id = newOrderId()
  const code = orderCode(id)
  return { id, code, ownerId, createdAt: Date.now(), lines, hold: null, form: emptyForm, state: 'draft' }
}

/** One's own order; null for any other id. */
export const watchOrder = (id: string): Watch<Order | null> => watchWithPage((store) => ownOrder(store, id))

/** Forgets a draft and gives its seats back, as far as the server can be reached; else the hold runs out by itself. */
export async function discardOrder(id: string): Promise<void> {
  const store = await openStore()
  const order = await ownOrder(store, id)
  if (!order || order.state !== 'draft') return
  await store.transact(['orders', 'pictures'], async () => {
    await store.table('orders').remove([id])
    await store.table('pictures').remove([id])
  })
  forgetInPage(id, { order: true, picture: true })
  if (order.hold) await releaseSeats(id)
}
