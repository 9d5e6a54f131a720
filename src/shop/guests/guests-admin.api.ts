import type { Result } from '#platform/failure/failure.ts'
import { filled, from, instant, list, number, oneOf, or, orNull, row, text } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import type { AddedGuest, Guest, NewGuest } from './guest.ts'

/** Returns all guests of an event, by list and name. Fails with not_found. */
export const listGuests = (eventId: string): Promise<Result<Guest[]>> =>
  asStaff.read(
    'list_guests',
    { p_event_id: eventId },
    list(
      row({
        id: from('guest_id', text),
        ticketId: text,
        orderCode: text,
        name: filled,
        contact: filled,
        note: filled,
        list: or(text, ''),
        categoryId: from('ticket_category_id', text),
        category: text,
        seats: list(text),
        code: text,
        link: oneOf(['new', 'opened', 'revoked'] as const),
        openedAt: orNull(instant),
        revokedReason: orNull(text),
        letIn: number,
      }),
    ),
  )

/** Gives tickets to 1 to 200 guests, all or none; a repeat gives nothing twice. Refusals: seats_taken, unknown_seat,
 * too_many_seats, not_on_sale, not_found, other_user, changed_meanwhile (added before with other facts), invalid. */
export const addGuests = (
  categoryId: string,
  guests: readonly NewGuest[],
  listName: string,
): Promise<Result<AddedGuest[]>> =>
  asStaff.call(
    'add_guests',
    {
      p_ticket_category_id: categoryId,
      p_guests: guests.map(({ places, ...guest }) => ({ ...guest, ...places })),
      p_list: listName,
    },
    list(
      row({
        guestId: text,
        ticketId: text,
        seats: list(text),
        secret: orNull(text),
      }),
    ),
  )

/** Returns the secret of a new link; the earlier one ends. Refusals: not_found, already_decided (revoked),
 * too_late (its seller, opened or minutes ago). */
export const newTicketLink = (ticketId: string): Promise<Result<string>> =>
  asStaff.call('new_ticket_link', { p_ticket_id: ticketId }, String)
