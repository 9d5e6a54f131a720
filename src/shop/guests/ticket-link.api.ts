import { eventStatus } from '#shop/catalogue/catalogue.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { iso } from '#platform/text/instant.ts'
import { from, instant, list, number, oneOf, orNull, row, text, whole } from '#platform/text/wire.ts'
import { asVisitor } from '#platform/supabase/ask.ts'
import { parsePart, parseReceived, type ReceivedWire, type TicketPartWire } from './hand-over.api.ts'
import { ticketLinkStates, type GivenTicket, type TicketLink } from './ticket-link.ts'

interface LinkWire {
  pass?: boolean
  from?: string | null
  name?: string | null
}

/** Changes nothing. Fails with not_found. */
export const peekTicketLink = (secret: string): Promise<Result<TicketLink>> =>
  asVisitor.read(
    'peek_ticket_link',
    { p_secret: secret },
    row({
      state: oneOf(ticketLinkStates),
      eventId: text,
      event: text,
      venue: text,
      city: text,
      date: instant,
      previousDate: orNull(instant),
      isCancelled: from('status', (status: string) => eventStatus(status) === 'cancelled'),
      category: text,
      people: number,
      paidOrder: orNull(text),
      pass: whole((link: LinkWire) => (link.pass ? { from: link.from ?? null, name: link.name ?? null } : null)),
    }),
  )

interface GivenWire extends TicketPartWire {
  payment_id: string
  order_code: string
  method: string
  total_amount: number
  code: string
}

/**
 * Gives the tickets of a link to one device, which may repeat; none once they were handed on. `name`: of who takes over a
 * pass. Refusals: not_found, link_used, already_decided (also takenOverAt), too_late.
 */
export const openTicketLink = (secret: string, device: string, name = ''): Promise<Result<GivenTicket[]>> =>
  asVisitor.call(
    'open_ticket_link',
    {
      ...{ p_secret: secret, p_device: device },
      ...(name !== '' && { p_name: name }),
    },
    ({ tickets }: { tickets: unknown }) =>
      list((given: GivenWire | ReceivedWire) => ('from' in given ? parseHandedOver(given) : parseGiven(given)))(
        tickets,
      ),
  )

/** Returns since when a new link has given this device's ticket to another one, by its refusal; null for any other failure. */
export function takenOverAt({ code, detail }: Failure): string | null {
  if (code !== 'already_decided' || typeof detail !== 'object' || detail === null) return null
  const { status, at } = detail as { status?: unknown; at?: unknown }
  return status === 'taken_over' && typeof at === 'string' ? iso(at) : null
}

const eventName = ({ singer, city }: { singer: string; city: string }): string => `${singer} - ${city}`

function parseHandedOver(row: ReceivedWire): GivenTicket {
  const ticket = parseReceived(row)
  const guestName = row.name || null
  return { ...ticket, guestName, orderCode: '', eventName: eventName(ticket), complimentary: true, takenOverAt: null }
}

function parseGiven(row: GivenWire): GivenTicket {
  const part = parsePart(row)
  return {
    ...part,
    code: row.code,
    totalAmount: toPaise(row.total_amount),
    paymentId: row.payment_id,
    guestName: row.name || null,
    orderCode: row.order_code,
    eventName: eventName(part),
    complimentary: row.method === 'complimentary',
    takenOverAt: null,
  }
}
