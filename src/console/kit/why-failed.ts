import type { Failure } from '#platform/failure/failure.ts'

export function whyFailed(failure: Failure): string {
  switch (failure.code) {
    case 'unreachable':
      return 'There is no connection to the server. Try again when it is back.'
    case 'storage':
      return 'This browser’s storage does not respond. Reload the page, then try again.'
    case 'signed_out':
    case 'not_signed_in':
      return 'Your session has ended. Sign in again in another tab, then try once more here.'
    case 'forbidden':
      return 'Only admins may do this.'
    case 'rate_limited':
    case 'too_many':
      return 'Too many requests. Wait a little, then try again.'
    case 'not_found':
      return 'It is no longer there. Someone deleted it meanwhile.'
    case 'changed_meanwhile':
      return 'Someone changed it meanwhile. What you typed is kept: compare it with what is stored now, then save again.'
    case 'name_taken':
      return failure.detail === 'code' ? 'There is already such a code.' : 'There is already a singer with this name.'
    case 'in_use':
      if (failure.detail === 'discount_codes') return 'Orders have used it, so it has to stay. Pause it instead.'
      return 'Seats, bookings or payments depend on it, so it has to stay.'
    case 'move_only':
      return 'Tickets are sold or held: change its date, city and venue with Move.'
    case 'sold_exceeds_total':
      return typeof failure.detail === 'string'
        ? `Tickets sold cannot exceed total tickets, less those off sale: ${failure.detail} at most`
        : 'Tickets sold cannot exceed total tickets'
    case 'sold_to_customers':
      return 'Customers have bought more than this. Their tickets can only be revoked one by one.'
    case 'not_enough_free_seats':
      return 'There are not that many free seats left: some are held or under review.'
    case 'seats_claimed':
      return 'Seats are held, under review or sold here, so their numbering has to stay.'
    case 'other_layout':
      return 'Another ticket category of this event uses a different layout. All categories of an event share one.'
    case 'section_taken':
      return 'Another ticket category of this event already has one of these sections.'
    case 'invalid':
      return typeof failure.detail === 'string'
        ? sentences(`The server refused ${failure.detail.replaceAll('_', ' ')}.`, failure.hint)
        : sentences('The server refused what was entered.', failure.hint)
    default:
      return 'Something went wrong on the server. Try again.'
  }
}

const sentences = (...all: (string | undefined)[]): string => all.filter(Boolean).join(' ')
