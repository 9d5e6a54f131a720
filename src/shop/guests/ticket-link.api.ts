import { eventStatus } from '#shop/catalogue/catalogue.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { publicBackend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, list, numberOf, oneOf } from '#platform/text/wire-values.ts'
import { passesIn, type HandedWire, type PassWire } from '#shop/tickets/passes/passes.ts'
import { parseReceived, type ReceivedWire } from './hand-over.api.ts'
import { ticketLinkStates, type GivenTicket, type TicketLink } from './ticket-link.ts'

interface LinkWire {
  state: string
  event_id: string
  event: string
  venue: string
  city: string
  date: string
  status: string
  previous_date: string | null
  category: string
  people: number
  pass?: boolean
  from?: string | null
  name?: string | null
}

/** Changes nothing. Fails with not_found. */
export async function peekTicketLink(secret: string): Promise<Result<TicketLink>> {
  const answer = await callRead(async () => (await publicBackend()).rpc('peek_ticket_link', { p_secret: secret }))
  return parsedJson(answer, (row: LinkWire) => ({
    state: oneOf(ticketLinkStates, row.state),
    eventId: row.event_id,
    event: row.event,
    venue: row.venue,
    city: row.city,
    date: iso(row.date),
    previousDate: isoOrNull(row.previous_date),
    isCancelled: eventStatus(row.status) === 'cancelled',
    category: row.category,
    people: numberOf(row.people),
    pass: row.pass ? { from: row.from ?? null, name: row.name ?? null } : null,
  }))
}

interface TicketWire {
  ticket_id: string
  user_id: string
  event_id: string
  ticket_category_id: string
  payment_id: string
  order_code: string
  method: string
  name: string | null
  seats: string[]
  quantity: number
  total_amount: number
  payment_status: string
  code: string
  key_number: number
  signature: string
  passes?: PassWire[]
  handed?: HandedWire[] | null
  screen_only?: boolean
  revoked_at: string | null
  revoked_reason: string | null
  created_at: string
  category_name: string
  event: {
    city: string
    venue: string
    date: string
    previous_date: string | null
    moved_at: string | null
    status: string
    cancelled_reason: string | null
  }
  singer: { name: string }
  sections: Record<string, string> | null
}

/** Gives the tickets of a link to one device, which may repeat; none once they were handed on. `name`: of who takes over a pass. Refusals: not_found, link_used, already_decided, too_late. */
export async function openTicketLink(secret: string, device: string, name = ''): Promise<Result<GivenTicket[]>> {
  const answer = await call(async () =>
    (await publicBackend()).rpc('open_ticket_link', {
      ...{ p_secret: secret, p_device: device },
      ...(name !== '' && { p_name: name }),
    }),
  )
  return parsedJson(answer, (value: { tickets: (TicketWire | ReceivedWire)[] }) =>
    list(value.tickets).map((row) => ('from' in row ? parseHandedOver(row) : parseGiven(row))),
  )
}

function parseHandedOver(row: ReceivedWire & { handed?: HandedWire[] | null }): GivenTicket {
  const ticket = parseReceived(row)
  return {
    ...ticket,
    ...passesIn(row.passes, row.handed),
    guestName: row.name || null,
    orderCode: '',
    eventName: `${ticket.singer} - ${ticket.city}`,
    complimentary: true,
  }
}

function parseGiven(row: TicketWire): GivenTicket {
  const { event } = row
  return {
    ...passesIn(row.passes, row.handed),
    ...(row.screen_only && { screenOnly: true as const }),
    id: row.ticket_id,
    code: row.code,
    signature: row.signature,
    keyNumber: numberOf(row.key_number),
    userId: row.user_id,
    eventId: row.event_id,
    ticketCategoryId: row.ticket_category_id,
    categoryName: row.category_name,
    singer: row.singer.name,
    city: event.city,
    venue: event.venue,
    date: iso(event.date),
    previousDate: isoOrNull(event.previous_date),
    movedAt: isoOrNull(event.moved_at),
    paidAt: null,
    eventStatus: eventStatus(event.status),
    cancelledReason: event.cancelled_reason ?? null,
    seats: list(row.seats),
    quantity: numberOf(row.quantity),
    totalAmount: toPaise(row.total_amount),
    paymentStatus: row.payment_status === 'failed' ? 'failed' : 'completed',
    paymentId: row.payment_id,
    revokedAt: isoOrNull(row.revoked_at),
    revokedReason: row.revoked_reason ?? null,
    createdAt: iso(row.created_at),
    guestName: row.name || null,
    orderCode: row.order_code,
    eventName: `${row.singer.name} - ${event.city}`,
    complimentary: row.method === 'complimentary',
    ...(row.sections ? { sections: row.sections } : {}),
  }
}
