import { toFailure } from '#backend/errors.ts'
import { extendHold as extendOnServer, holdSeats, releaseSeats } from '#backend/seats-api.ts'
import { failed, ok, type Result } from '#domain/failure.ts'
import { priceOrder } from '#domain/money.ts'
import { newOrderId, orderCode } from '#domain/order-code.ts'
import { sameLines, type OrderLine } from '#domain/order-line.ts'
import { referenceToSend } from '#domain/utr.ts'
import { askForBackgroundSend } from './background-send.ts'
import type { Submission } from './outbox.ts'
import { screenshotPath } from './screenshot.ts'
import { ownerIn } from './session.ts'
import { openStore } from './store.ts'
import type { Store } from './table.ts'
import { watch, type Watch } from './watch.ts'

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
}
export interface OrderScreenshot {
  blob: Blob
  name: string
  /** Milliseconds, when this picture was chosen; part of its path. */
  chosenAt: number
  /** 64 hex digits over the original bytes. */
  sha256: string
  type: string
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
  state: 'draft' | 'submitted'
}

const emptyForm: OrderForm = { reference: '', sendAnyway: false, screenshot: null }

/**
 * The order that checkout works on, on the device before anything is asked of the server. One draft at a time per
 * person: an open one is used again, with these lines (its id stays, so what it holds on the server is adjusted rather
 * than in its own way). Rejects when nobody is signed in or the device cannot store it.
 */
export async function openOrder(lines: OrderedLine[]): Promise<Order> {
  const store = await openStore()
  return store.transact(['orders', 'session'], async () => {
    const ownerId = await ownerIn(store)
    if (ownerId === null) throw new Error('an order needs somebody who is signed in')
    const draft = await draftIn(store, ownerId)
    if (draft) {
      const next: Order = sameLines(draft.lines, lines) ? { ...draft, lines } : { ...draft, lines, hold: null }
      await store.table('orders').put(next)
      return next
    }
    const id = newOrderId()
    const order: Order = {
      id,
      code: orderCode(id),
      ownerId,
      createdAt: Date.now(),
      lines,
      hold: null,
      form: emptyForm,
      state: 'draft',
    }
    await store.table('orders').put(order)
    return order
  })
}

async function draftIn(store: Store, ownerId: string): Promise<Order | null> {
  const mine = await store.table('orders').where('ownerId', [ownerId])
  const drafts = mine.filter((order) => order.state === 'draft')
  return drafts.sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
}

/** One's own order; null for any other id. */
export const watchOrder = (id: string): Watch<Order | null> => watch((store) => ownOrder(store, id))

/** The open draft of whoever is signed in. */
export function watchDraft(): Watch<Order | null> {
  return watch(async (store) => {
    const ownerId = await ownerIn(store)
    return ownerId === null ? null : draftIn(store, ownerId)
  })
}

async function ownOrder(store: Store, id: string): Promise<Order | null> {
  const order = await store.table('orders').get(id)
  return order && order.ownerId === (await ownerIn(store)) ? order : null
}

/** Stores what was typed or chosen. A failure (`storage`) means that it is not on the device. */
export const saveForm = (id: string, patch: Partial<OrderForm>): Promise<Result<null>> =>
  change(id, (order) => (order.state === 'draft' ? { ...order, form: { ...order.form, ...patch } } : null))

/** Changes one's own order as it is at that moment; `to` may answer null for 'leave it'. */
async function change(id: string, to: (order: Order) => Order | null): Promise<Result<null>> {
  try {
    const store = await openStore()
    return await store.transact(['orders', 'session'], async () => {
      const order = await ownOrder(store, id)
      if (!order) return failed('unknown_order')
      const next = to(order)
      if (next) await store.table('orders').put(next)
      return ok(null)
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
  await store.table('orders').remove([id])
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
  return change(id, (order) => ({ ...order, hold: null }))
}

/**
 * Puts the order into the outbox: the submission and the order's new state in one transaction, durable when this
 * resolves. Sending is the outbox's business. Submitting again answers the same submission. Fails with `invalid` when
 * reference or picture is missing, `storage` when the device could not keep it (nothing is lost: the draft is there).
 */
export async function submitOrder(id: string): Promise<Result<Submission>> {
  try {
    const store = await openStore()
    const result = await store.transact(['orders', 'submissions', 'session'], async (): Promise<Result<Submission>> => {
      const order = await ownOrder(store, id)
      if (!order) return failed('unknown_order')
      const before = await store.table('submissions').get(id)
      if (before) return ok(before)
      const made = submissionOf(order)
      if (!made.ok) return made
      await store.table('submissions').put(made.value)
      await store.table('orders').put({ ...order, state: 'submitted', form: { ...order.form, screenshot: null } })
      return made
    })
    if (result.ok) askForBackgroundSend()
    return result
  } catch (error) {
    return { ok: false, failure: toFailure(error) }
  }
}

function submissionOf(order: Order): Result<Submission> {
  const { sendAnyway, screenshot } = order.form
  const reference = referenceToSend(order.form.reference)
  if (reference === '') return failed('invalid', 'reference')
  if (!screenshot) return failed('invalid', 'screenshot')
  const { blob, name, chosenAt, sha256, type } = screenshot
  return ok({
    orderId: order.id,
    orderCode: order.code,
    ownerId: order.ownerId,
    reference,
    sendAnyway,
    amountPaise: amountOf(order),
    lines: order.lines,
    screenshot: {
      blob,
      name,
      chosenAt,
      sha256,
      type,
      path: screenshotPath(order.ownerId, order.id, screenshot),
      uploaded: false,
    },
    submittedAt: Date.now(),
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
  })
}

/** What the customer was told to pay: the frozen price, or before any hold the prices as they were seen. */
export const amountOf = (order: Pick<Order, 'hold' | 'lines'>): number =>
  order.hold?.total ??
  priceOrder(order.lines.map((line) => ({ unitPrice: line.unitPrice, quantity: line.seats.length }))).total
