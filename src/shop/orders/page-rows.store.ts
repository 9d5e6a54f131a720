import type { Order } from './order.ts'
import type { ChosenPicture } from '#shop/pictures/screenshot.ts'
import type { Submission } from './outbox/submission.ts'
import type { Store } from '#shop/device/store-types.ts'
import { signal, type Observable } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'

// Rows that the device could not store. They replace stored rows in every read and are lost with the page.

export interface PageSubmission {
  row: Submission
  /** An earlier state is stored and survives the page. */
  onDevice: boolean
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

/** Leaving would lose a submitted payment. Drafts do not count: opening a UPI app would ask too. */
const holdsPayment = (): boolean =>
  [...submissions.values()].some(({ row, onDevice }) => !onDevice && row.state !== 'sent')

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

export function forgetInPage(orderId: string, what: { order?: true; submission?: true; picture?: true }): void {
  const gone = [
    what.order && orders.delete(orderId),
    what.submission && submissions.delete(orderId),
    what.picture && pictures.delete(orderId),
  ]
  if (gone.includes(true)) changed()
}

/** Forgets rows of owners for whom `goes` is true; a picture goes with its order and submission. */
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

/** Watches like watch(), and emits after changes of the page's rows, too. */
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
