import type { Json } from '#platform/supabase/database.types.ts'
import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { isoOrNull, list, numberOf, oneOf } from '#platform/text/wire-values.ts'
import type { AddedGuest, Guest, NewGuest } from './guest.ts'

interface GuestWire {
  guest_id: string
  ticket_id: string
  order_code: string
  name: string | null
  contact: string | null
  note: string | null
  list: string | null
  ticket_category_id: string
  category: string
  seats: string[]
  code: string
  link: string
  opened_at: string | null
  revoked_reason: string | null
  let_in: number
}

/** Returns all guests of an event, by list and name. Fails with not_found. */
export async function listGuests(eventId: string): Promise<Result<Guest[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('list_guests', { p_event_id: eventId }),
  )
  return parsedJson(answer, (rows: GuestWire[]) =>
    list(rows).map((row) => ({
      id: row.guest_id,
      ticketId: row.ticket_id,
      orderCode: row.order_code,
      name: row.name || null,
      contact: row.contact || null,
      note: row.note || null,
      list: row.list ?? '',
      categoryId: row.ticket_category_id,
      category: row.category,
      seats: list(row.seats),
      code: row.code,
      link: oneOf(['new', 'opened', 'revoked'] as const, row.link),
      openedAt: isoOrNull(row.opened_at),
      revokedReason: row.revoked_reason ?? null,
      letIn: numberOf(row.let_in),
    })),
  )
}

interface AddedWire {
  guest_id: string
  ticket_id: string
  seats: string[]
  secret: string | null
}

/** Gives tickets to 1 to 200 guests, all or none; a repeat gives nothing twice. Refusals: seats_taken, unknown_seat,
 * too_many_seats, not_on_sale, not_found, other_user, changed_meanwhile (added before with other facts), invalid. */
export async function addGuests(
  categoryId: string,
  guests: readonly NewGuest[],
  listName: string,
): Promise<Result<AddedGuest[]>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('add_guests', {
      p_ticket_category_id: categoryId,
      p_guests: guests.map(({ places, ...guest }) => ({ ...guest, ...places })) as unknown as Json,
      p_list: listName,
    }),
  )
  return parsedJson(answer, (rows: AddedWire[]) =>
    list(rows).map((row) => ({
      guestId: row.guest_id,
      ticketId: row.ticket_id,
      seats: list(row.seats),
      secret: row.secret ?? null,
    })),
  )
}

/** Returns the secret of a new link; the earlier one ends. Refusals: not_found, already_decided (revoked),
 * too_late (its seller, opened or minutes ago). */
export async function newTicketLink(ticketId: string): Promise<Result<string>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('new_ticket_link', { p_ticket_id: ticketId }),
  )
  return parsed(answer, String)
}
