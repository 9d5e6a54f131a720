import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'
import { serverNowIn } from '#shop/device/shop-clock.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { ownerIn } from '#shop/people/session.store.ts'
import type { Order } from '#shop/orders/order.ts'
import { codeFor, foldCode, withCode, type CodeAnswer, type CodesOfOwner, type OpenedCode } from './code.ts'
import { checkCode } from './codes.api.ts'
import { CODES_KEY, codesIn } from './opened-codes.store.ts'

/** Emits the codes of the signed-in account; null for a visitor and for an account without. */
export const watchCodes = (): Observable<CodesOfOwner | null> => watch(codesIn)

/** Opens a code at the first of these events that it is for, keeps it on this device and uses it. Fails as checkCode(),
 * and with `not_signed_in`. */
export const openCode = (typed: string, eventIds: readonly string[]): Promise<Result<CodeAnswer>> =>
  attempt(async () => {
    const store = await openStore()
    const ownerId = await ownerIn(store)
    if (ownerId === null) return failed('not_signed_in')
    let answer: CodeAnswer = { refusal: 'unknown', from: null }
    for (const eventId of eventIds) {
      // oxlint-disable-next-line no-await-in-loop -- a wrong try counts, so the next event waits for the answer
      const checked = await checkCode(foldCode(typed), eventId)
      if (!checked.ok) return checked
      answer = checked.value
      if (!('refusal' in answer) || answer.refusal !== 'not_for_this_event') break
    }
    // A running order of this customer counts as a use: of a code opened here the next hold decides.
    if ('refusal' in answer && answer.refusal === 'used_up') {
      const known = (await codesIn(store))?.codes.find(({ code }) => code === foldCode(typed))
      if (known) answer = { opened: known }
    }
    if ('opened' in answer) {
      const { opened } = answer
      await change(store, ownerId, (own) => withCode(own, opened))
    }
    return ok(answer)
  })

/** Reads again the hidden categories that codes opened at an event: their prices, windows and free seats. Offline, or for a
 * code that has ended, they stay as they were. Never rejects. */
export const refreshOpened = (eventId: string): Promise<Result<null>> =>
  attempt(async () => {
    const store = await openStore()
    const ownerId = await ownerIn(store)
    const own = await codesIn(store)
    if (ownerId === null || !own) return ok(null)
    for (const { id, code, categories } of own.codes) {
      if (!categories.some((one) => one.eventId === eventId)) continue
      // oxlint-disable-next-line no-await-in-loop -- a customer has one or two codes of an event
      const checked = await checkCode(code, eventId)
      if (!checked.ok) return checked
      if (!('opened' in checked.value)) continue
      const { opened } = checked.value
      // oxlint-disable-next-line no-await-in-loop -- see above
      await change(store, ownerId, (now) => ({
        ...withCode({ ...now, codes: now.codes.map((one) => (one.id === id ? elsewhere(one, eventId) : one)) }, opened),
        appliedId: now.appliedId,
      }))
    }
    return ok(null)
  })

/** Returns the code without the categories that it opened at this event. */
const elsewhere = (code: OpenedCode, eventId: string): OpenedCode => ({
  ...code,
  categories: code.categories.filter((one) => one.eventId !== eventId),
})

/** Uses an opened code from now on; null for none. */
export async function applyCode(id: string | null): Promise<void> {
  const store = await openStore()
  const ownerId = await ownerIn(store)
  if (ownerId !== null) await change(store, ownerId, (own) => ({ ...own, appliedId: id }))
}

/** Forgets a code that the server refuses. One that opened categories is only put out of use: orders may have them. */
export async function forgetCode(code: string): Promise<void> {
  const store = await openStore()
  const ownerId = await ownerIn(store)
  if (ownerId === null) return
  await change(store, ownerId, (own) => ({
    ...own,
    codes: own.codes.filter((one) => one.code !== code || one.categories.length > 0),
    appliedId: own.codes.some((one) => one.id === own.appliedId && one.code === code) ? null : own.appliedId,
  }))
}

type Ordered = Pick<Order, 'lines' | 'hold' | 'ofOffer'>

/** Follows the code that is sent with an order; null for none. */
export const watchCodeOf = (order: Ordered): Observable<OpenedCode | null> =>
  watch((store) => codeOfOrder(store, order))

/**
 * Returns the code to send with an order; null for none, as for an offer, whose price is fixed. The code of a hold is sent
 * again even after the code has ended: the server refuses it, and the customer chooses.
 */
export async function codeOfOrder(store: Store, { lines, hold, ofOffer }: Ordered): Promise<OpenedCode | null> {
  const own = ofOffer ? null : await codesIn(store)
  if (!own) return null
  const named = lines.map(({ eventId, ticketCategoryId }) => ({ eventId, categoryId: ticketCategoryId }))
  return codeFor(own, named, hold?.code ? 0 : await serverNowIn(store))
}

const change = (store: Store, ownerId: string, next: (own: CodesOfOwner) => CodesOfOwner): Promise<void> =>
  store.transact(['meta', 'session'], async () => {
    const own = (await codesIn(store)) ?? { ownerId, codes: [], appliedId: null }
    await store.table('meta').put({ key: CODES_KEY, value: next(own) })
  })
