import type { Order } from './order.ts'
import type { ChosenPicture } from '#shop/pictures/screenshot.ts'
import type { Submission } from './outbox/submission.ts'
import type { Store } from '#shop/device/store-types.ts'
import { signal, type Observable } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'

/*
 * What this page alone keeps because its device could not: a full disk, or an engine that refuses a value. It is sent
 * from here and lost with the page. Everything that reads orders and submissions reads these in place of the stored row.
 */

/** A submission whose newest state is not on the device. */
export interface PageSubmission {
  row: Submission
  /** An earlier state of it is stored: it outlives this page. */
  onDevice: boolean
  /** The device had no room. */
  full: boolean
}

const orders = new Map<string, Order>()
const submissions = new Map<string, PageSubmission>()
const pictures = new Map<string, ChosenPicture & { ownerId: string }>()
const changes = signal()

const changed = (): void => {
  globalThis.removeEventListener?.('beforeunload', askBeforeLeaving)
  if (holdsPayment()) globalThis.addEventListener?.('beforeunload', askBeforeLeaving)
  changes.send()
}

/** A submitted payment would be gone with this page. A draft does not ask: the way to a UPI app would ask, too. */
const holdsPayment = (): boolean =>
  [...submissions.values()].some(({ row, onDevice }) => !onDevice && row.state !== 'sent')

/** The browser's own question; it lets nobody word it. */
const askBeforeLeaving = (event: Event): void => event.preventDefault()

export const pageOrders = (): Iterable<Order> => orders.values()
export const pageOrder = (id: string): Order | undefined => orders.get(id)
export const pageSubmissions = (): Iterable<PageSubmission> => [...submissions.values()]
export const pageSubmission = (orderId: string): PageSubmission | undefined => submissions.get(orderId)
export const pagePicture = (orderId: string): ChosenPicture | undefined => pictures.get(orderId)

export function keepOrderInPage(order: Order): void {
  orders.set(order.id, order)
  changed()
}

export function keepSubmissionInPage(kept: PageSubmission): void {
  submissions.set(kept.row.orderId, kept)
  changed()
}

export function keepPictureInPage(orderId: string, ownerId: string, picture: ChosenPicture): void {
  pictures.set(orderId, { ...picture, ownerId })
  changed()
}

/** Forgets what the device has taken, or what is gone. Nobody is told when nothing was kept. */
export function forgetInPage(orderId: string, what: { order?: true; submission?: true; picture?: true }): void {
  const gone = [
    what.order && orders.delete(orderId),
    what.submission && submissions.delete(orderId),
    what.picture && pictures.delete(orderId),
  ]
  if (gone.includes(true)) changed()
}

/** Forgets the rows of everybody for whom `goes` says so; a picture goes with its order and submission. */
export function erasePageRows(
  goes: (ownerId: string, unsent: boolean) => boolean,
  stays: (order: Order) => boolean,
): void {
  for (const order of orders.values()) if (goes(order.ownerId, stays(order))) orders.delete(order.id)
  for (const { row } of submissions.values())
    if (goes(row.ownerId, row.state !== 'sent')) submissions.delete(row.orderId)
  for (const [orderId, { ownerId }] of pictures)
    if (goes(ownerId, false) && !submissions.has(orderId) && !orders.has(orderId)) pictures.delete(orderId)
  changed()
}

/** As watch(), and again after every change of what this page keeps. */
export function watchWithPage<T>(read: (store: Store) => Promise<T>): Observable<T> {
  const watched = watch(read)
  return {
    subscribe(next, error) {
      let stop = watched.subscribe(next, error)
      const again = () => {
        stop()
        stop = watched.subscribe(next, error)
      }
      const forget = changes.subscribe(again)
      return () => {
        forget()
        stop()
      }
    },
  }
}
