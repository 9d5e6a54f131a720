import type { Result } from '#platform/failure/failure.ts'
import { callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { iso, list, numberOf } from '#platform/text/wire-values.ts'

/** A category that has, or had, a waiting list or returns. */
export interface CategoryList {
  ticketCategoryId: string
  category: string
  people: number
  /** That they wait for. */
  seats: number
  /** Bought through offers. */
  bought: number
  /** Open ones. */
  offers: number
  /** Whose payment is under review. */
  submitted: number
  /** Given back and not sold yet, without those under review. */
  returns: number
  buying: number
  returnsSold: number
  /** The first 500, in the order of the list. */
  waits: Waiting[]
}

export interface Waiting {
  id: string
  name: string
  email: string
  seats: number
  together: boolean
  /** ISO instant. */
  joinedAt: string
  offer: { orderCode: string; isSubmitted: boolean; seats: string[]; until: string } | null
}

interface ListWire extends Omit<CategoryList, 'ticketCategoryId' | 'returnsSold' | 'waits'> {
  ticket_category_id: string
  returns_sold: number
  waits: {
    wait_id: string
    name: string | null
    email: string | null
    seats: number
    together: boolean
    joined_at: string
    offer: { order_code: string; state: string; seats: string[]; until: string } | null
  }[]
}

/** An event's lists, the dearest category first. Fails with forbidden, not_found. */
export async function readWaitingLists(eventId: string): Promise<Result<CategoryList[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('waiting_list', { p_event_id: eventId }),
  )
  return parsedJson(answer, (rows: ListWire[]) =>
    list(rows).map((row) => ({
      ticketCategoryId: row.ticket_category_id,
      category: row.category,
      people: numberOf(row.people),
      seats: numberOf(row.seats),
      bought: numberOf(row.bought),
      offers: numberOf(row.offers),
      submitted: numberOf(row.submitted),
      returns: numberOf(row.returns),
      buying: numberOf(row.buying),
      returnsSold: numberOf(row.returns_sold),
      waits: list(row.waits).map((one) => ({
        id: one.wait_id,
        name: one.name ?? '',
        email: one.email ?? '',
        seats: numberOf(one.seats),
        together: one.together,
        joinedAt: iso(one.joined_at),
        offer: one.offer && {
          orderCode: one.offer.order_code,
          isSubmitted: one.offer.state === 'submitted',
          seats: list(one.offer.seats),
          until: iso(one.offer.until),
        },
      })),
    })),
  )
}
