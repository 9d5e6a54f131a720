import type { Result } from '#platform/failure/failure.ts'
import { boolean, from, instant, list, number, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const parseWaiting = row({
  id: from('wait_id', text),
  name: or(text, ''),
  email: or(text, ''),
  seats: number,
  together: boolean,
  /** ISO instant. */
  joinedAt: instant,
  offer: orNull(
    row({
      orderCode: text,
      isSubmitted: from('state', (state: unknown) => state === 'submitted'),
      seats: list(text),
      until: instant,
    }),
  ),
})
export type Waiting = Of<typeof parseWaiting>

const parseCategoryList = row({
  ticketCategoryId: text,
  category: text,
  people: number,
  /** That they wait for. */
  seats: number,
  /** Bought through offers. */
  bought: number,
  /** Open ones. */
  offers: number,
  /** Whose payment is under review. */
  submitted: number,
  /** Given back and not sold yet, without those under review. */
  returns: number,
  buying: number,
  returnsSold: number,
  /** The first 500, in the order of the list. */
  waits: list(parseWaiting),
})
/** A category that has, or had, a waiting list or returns. */
export type CategoryList = Of<typeof parseCategoryList>

/** Returns an event's lists, the dearest category first. Fails with forbidden, not_found. */
export const readWaitingLists = (eventId: string): Promise<Result<CategoryList[]>> =>
  asStaff.read('waiting_list', { p_event_id: eventId }, list(parseCategoryList))
