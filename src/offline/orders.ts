import { toFailure } from '#backend/errors.ts'
import { extendHold as extendOnServer, holdSeats, releaseSeats } from '#backend/seats-api.ts'
import { failed, ok, type Result } from '#domain/failure.ts'
import { newOrderId, orderCode } from '#domain/order-code.ts'
import { sameLines, type OrderLine } from '#domain/order-line.ts'
import { draftToUse, hasBegun } from './drafts.ts'
import { draftsIn, factsOf, ownOrder, storable } from './order-rows.ts'
import { forgetInPage, keepOrderInPage, keepPictureInPage, watchWithPage } from './page-rows.ts'
import { pictureRow } from './pictures.ts'
import type { PictureRow } from './rows.ts'
import type { ChosenPicture } from './screenshot.ts'
import { ownerIn } from './session.ts'
import { openStore } from './store.ts'
import type { Store, Table } from './table.ts'
import type { Watch } from './watch.ts'

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

/** The newest open draft of whoever is signed in. */
export function watchDraft(): Watch<Order | null> {
  return watchWithPage(async (store) => {
    const ownerId = await ownerIn(store)
    return ownerId === null ? null : ((await draftsIn(store, ownerId))[0] ?? null)
  })
}

/** Where something is kept: on the device, or by this page alone because the device could not. */
export type Kept = 'device' | 'page'

/** Keeps what was typed; `screenshot: null` takes the picture away. Fails with `storage` when not even a page can. */
export async function saveForm(id: string, patch: Partial<OrderForm>): Promise<Result<Kept>> {
  const drop = patch.screenshot === null
  const saved = await change(id, (order) => withForm(order, patch), drop ? dropPicture : undefined)
  if (drop && saved.ok) forgetInPage(id, { picture: true })
  return saved
}

/**
 * Keeps the chosen picture with its order, in one transaction. Where the device cannot, this page keeps it ('page'):
 * it is gone when the page is, and Submit sends it from there.
 */
export async function choosePicture(id: string, picture: ChosenPicture): Promise<Result<Kept>> {
  const screenshot = factsOf(picture)
  const store = await openStore()
  const order = await ownOrder(store, id).catch(() => null)
  if (!order) return failed('unknown_order')
  const chosen = (now: Order) => withForm(now, { screenshot })
  const stored = await onDevice(id, chosen, (pictures) =>
    pictures.put(pictureRow(id, order.ownerId, picture.bytes, picture.type)),
  )
  if (stored.ok) {
    forgetInPage(id, { order: true, picture: true })
    return stored.value ? ok('device') : failed('unknown_order')
  }
  keepPictureInPage(id, order.ownerId, picture)
  // An earlier picture is not the one that will be sent: as far as the device lets it go.
  await onDevice(
    id,
    (now) => withForm(now, { screenshot: null }),
    (pictures) => pictures.remove([id]),
  )
  return ok('page')
}

const withForm = (order: Order, patch: Partial<OrderForm>): Order | null =>
  order.state === 'draft' ? { ...order, form: { ...order.form, ...patch } } : null

type PictureChange = (pictures: Table<PictureRow>, id: string) => Promise<void>
const dropPicture: PictureChange = (pictures, id) => pictures.remove([id])

/** Notes that the customer goes to pay for it, before they leave; again changes nothing. */
export const notePaying = (id: string): Promise<Result<Kept>> =>
  change(id, (order) =>
    order.state === 'draft' && order.payingAt === undefined ? { ...order, payingAt: Date.now() } : null,
  )

/** Gives an open order other lines, as its customer chose on its own page: id and form stay, the hold is for the old ones. */
export const changeLines = (id: string, lines: OrderedLine[]): Promise<Result<Kept>> =>
  change(id, (order) => (order.state === 'draft' ? { ...order, lines, hold: null } : null))

/** Changes one's own order as it is at that moment; `to` may answer null for 'leave it'. */
async function change(id: string, to: (order: Order) => Order | null, picture?: PictureChange): Promise<Result<Kept>> {
  const stored = await onDevice(id, to, picture)
  if (stored.ok) {
    if (stored.value) forgetInPage(id, { order: true })
    return stored.value ? ok('device') : failed('unknown_order')
  }
  try {
    const order = await ownOrder(await openStore(), id)
    if (!order) return failed('unknown_order')
    const next = to(order)
    if (next) keepOrderInPage(next)
    return ok('page')
  } catch {
    // Not even readable: whoever typed still has it on the screen.
    return stored
  }
}

/** False when there is no such order of theirs; a failure (`storage`) when the device did not take it. */
async function onDevice(
  id: string,
  to: (order: Order) => Order | null,
  picture?: PictureChange,
): Promise<Result<boolean>> {
  try {
    const store = await openStore()
    return await store.transact(['orders', 'pictures', 'session'], async () => {
      const order = await ownOrder(store, id)
      if (!order) return ok(false)
      const next = to(order)
      if (!next) return ok(true)
      await store.table('orders').put(storable(next))
      if (picture) await picture(store.table('pictures'), id)
      return ok(true)
    })
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

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

/** Holds the order's seats, all or none; see holdSeats for the refusals. On failure an earlier hold stays as it was. */
export async function holdOrder(id: string): Promise<Result<Hold>> {
  const order = await ownOrder(await openStore(), id)
  if (!order) return failed('unknown_order')
  const asked = Date.now()
  const answer = await holdSeats(id, order.lines)
  if (!answer.ok) return answer
  const { expiresAt, serverTime, extended, subtotal, gst, fee, total, lines } = answer.value
  // Counted from when we asked: the countdown may end a moment early, never late.
  const serverOffset = serverTime - asked
  const hold: Hold = { expiresAt: expiresAt - serverOffset, extended, subtotal, gst, fee, total, lines, serverOffset }
  // Asked again, it is still news until the customer has seen the end of this order.
  const shown = order.hold && order.hold.total !== total ? order.hold.total : order.hold?.instead
  if (shown !== undefined && shown !== total) hold.instead = shown
  const stored = await change(id, (now) => (sameLines(now.lines, order.lines) ? { ...now, hold } : null))
  return stored.ok ? ok(hold) : stored
}

/** Five minutes more, once; repeating it answers the same end. */
export async function extendHold(id: string): Promise<Result<Hold>> {
  const order = await ownOrder(await openStore(), id)
  if (!order?.hold) return failed(order ? 'hold_expired' : 'unknown_order')
  const answer = await extendOnServer(id)
  if (!answer.ok) return answer
  const hold: Hold = { ...order.hold, expiresAt: answer.value - order.hold.serverOffset, extended: true }
  const stored = await change(id, (now) => (now.hold ? { ...now, hold } : null))
  return stored.ok ? ok(hold) : stored
}

/** Gives the seats back and keeps the draft. */
export async function releaseOrder(id: string): Promise<Result<null>> {
  const released = await releaseSeats(id)
  // The server has never heard of an order that was never held.
  if (!released.ok && released.failure.code !== 'unknown_order') return released
  const changed = await change(id, (order) => ({ ...order, hold: null }))
  return changed.ok ? ok(null) : changed
}
