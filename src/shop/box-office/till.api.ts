import type { Result } from '#platform/failure/failure.ts'
import { list, orNull } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { toRupees, type Paise } from '#shop/prices/money.ts'
import { parseTill, parseTillBook, type Till, type TillBook } from './till.ts'

/** Characters; the database refuses more. */
export const MAX_TILL_NAME = 80
export const MAX_TILL_NOTE = 500
export const MAX_MOVE_REASON = 200

/** Returns the book of the caller's open till, or null. */
export const myTill = (): Promise<Result<TillBook | null>> => asStaff.read('my_till', {}, orNull(parseTillBook))

/** Returns a till's book: one's own, for admins any. Refusals: not_found, forbidden. */
export const readTill = (id: string): Promise<Result<TillBook>> =>
  asStaff.read('till_book', { p_till_id: id }, parseTillBook)

/** Returns all tills, for admins: open ones first, then the newest, at most 200. */
export const listTills = (): Promise<Result<Till[]>> => asStaff.read('list_tills', {}, list(parseTill))

/**
 * Is idempotent by id. Refusals: till_open (another of this person), changed_meanwhile (this one, with other facts).
 */
export const openTill = (id: string, name: string, cash: Paise): Promise<Result<TillBook>> =>
  asStaff.call('open_till', { p_id: id, p_name: name, p_cash: toRupees(cash) }, parseTillBook)

/** Is idempotent for the same count. Refusal: till_closed (with another count). */
export const closeTill = (id: string, counted: Paise, note: string): Promise<Result<TillBook>> =>
  asStaff.call('close_till', { p_id: id, p_counted: toRupees(counted), p_note: note }, parseTillBook)

/**
 * Puts cash in (above 0) or takes it out (below 0). Idempotent by id. Refusals: till_closed, changed_meanwhile (in the
 * book with other facts).
 */
export const moveTillCash = (id: string, tillId: string, amount: Paise, reason: string): Promise<Result<TillBook>> =>
  asStaff.call(
    'move_till_cash',
    {
      p_id: id,
      p_till_id: tillId,
      p_amount: toRupees(amount),
      p_reason: reason,
    },
    parseTillBook,
  )

/** Takes a sale back, once or again. Refusals: too_late (detail: minutes, till_closed, begun), admitted. */
export const undoDoorSale = (orderId: string, reason: string): Promise<Result<null>> =>
  asStaff.call('undo_door_sale', { p_order_id: orderId, p_reason: reason })
