import { ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { list, orNull } from '#platform/text/wire.ts'
import { toRupees, type Paise } from '#shop/prices/money.ts'
import { parseTill, parseTillBook, type Till, type TillBook } from './till.ts'

/** Characters; the database refuses more. */
export const MAX_TILL_NAME = 80
export const MAX_TILL_NOTE = 500
export const MAX_MOVE_REASON = 200

const staff = () => backend({ console: true })

/** Returns the book of the caller's open till, or null. */
export async function myTill(): Promise<Result<TillBook | null>> {
  const answer = await callRead(async () => (await staff()).rpc('my_till'))
  return parsedJson(answer, orNull(parseTillBook))
}

/** Returns a till's book: one's own, for admins any. Refusals: not_found, forbidden. */
export async function readTill(id: string): Promise<Result<TillBook>> {
  const answer = await callRead(async () => (await staff()).rpc('till_book', { p_till_id: id }))
  return parsedJson(answer, parseTillBook)
}

/** Returns all tills, for admins: open ones first, then the newest, at most 200. */
export async function listTills(): Promise<Result<Till[]>> {
  const answer = await callRead(async () => (await staff()).rpc('list_tills'))
  return parsedJson(answer, list(parseTill))
}

/** Idempotent by id. Refusals: till_open (another of this person), changed_meanwhile (this one, with other facts). */
export async function openTill(id: string, name: string, cash: Paise): Promise<Result<TillBook>> {
  const answer = await call(async () =>
    (await staff()).rpc('open_till', { p_id: id, p_name: name, p_cash: toRupees(cash) }),
  )
  return parsedJson(answer, parseTillBook)
}

/** Idempotent for the same count. Refusal: till_closed (with another count). */
export async function closeTill(id: string, counted: Paise, note: string): Promise<Result<TillBook>> {
  const answer = await call(async () =>
    (await staff()).rpc('close_till', { p_id: id, p_counted: toRupees(counted), p_note: note }),
  )
  return parsedJson(answer, parseTillBook)
}

/** Cash in (above 0) or out (below 0). Idempotent by id. Refusals: till_closed, changed_meanwhile (in the book with other facts). */
export async function moveTillCash(
  id: string,
  tillId: string,
  amount: Paise,
  reason: string,
): Promise<Result<TillBook>> {
  const answer = await call(async () =>
    (await staff()).rpc('move_till_cash', {
      p_id: id,
      p_till_id: tillId,
      p_amount: toRupees(amount),
      p_reason: reason,
    }),
  )
  return parsedJson(answer, parseTillBook)
}

/** Takes a sale back, once or again. Refusals: too_late (detail: minutes, till_closed, begun), admitted. */
export async function undoDoorSale(orderId: string, reason: string): Promise<Result<null>> {
  const answer = await call(async () =>
    (await staff()).rpc('undo_door_sale', { p_order_id: orderId, p_reason: reason }),
  )
  return answer.ok ? ok(null) : answer
}
