import type { Failure } from '#platform/failure/failure.ts'
import type { GivenTicket } from '#shop/guests/ticket-link.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/given.ts'
import { paths } from '#ui/paths.ts'

export const placeOf = (tickets: readonly GivenTicket[]): string =>
  tickets.length === 1 ? paths.ticket(tickets[0]!.id) : paths.myTickets

/** The link says by itself what became of it. */
export const isFinal = ({ code }: Failure): boolean =>
  code === 'link_used' || code === 'already_decided' || code === 'too_late' || code === 'not_found'

export function whyNotOpened({ code }: Failure): string {
  if (code === 'unreachable') return t('given.offline')
  return t(code === 'storage' ? 'given.notKept' : 'given.failed')
}
