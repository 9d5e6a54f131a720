import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Result } from '#platform/failure/failure.ts'
import { asIs, boolean, from, instant, list, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asPerson, asVisitor } from '#platform/supabase/ask.ts'
import { passesIn, type HandedWire, type PassWire } from '#shop/tickets/passes/passes.ts'
import { giveBackRule } from '#shop/waiting/returns.ts'
import { parseTicketEvent, paymentStatus, type Ticket } from '#shop/tickets/ticket-rows.ts'

/** How a person without an account got a pass: their link, and the device that opened it. */
export interface LinkOfHolder {
  secret: string
  device: string
}

const parsePassLink = row({
  id: from('transfer_id', text),
  secret: text,
  /** ISO instant: until when it may be opened. */
  until: instant,
})
/** A link that was just made. The server does not keep its secret. */
export type PassLink = Of<typeof parsePassLink>

/** What every link and hand-over says of a ticket: without order, price and typed code. */
const parsePartRow = row({
  id: from('ticket_id', text),
  userId: text,
  eventId: text,
  ticketCategoryId: text,
  categoryName: text,
  singer: from('singer', ({ name }: { name: string }) => text(name)),
  seats: list(text),
  quantity: number,
  paymentStatus,
  revokedAt: orNull(instant),
  revokedReason: orNull(text),
  createdAt: instant,
  screenOnly: boolean,
  sections: asIs<SectionNames | null>(),
})
export interface TicketPartWire extends Record<keyof Parameters<typeof parsePartRow>[0], unknown> {
  name: string | null
  passes: PassWire[]
  /** What its holder gave away. */
  handed?: HandedWire[] | null
  event: Parameters<typeof parseTicketEvent>[0]
}

export interface ReceivedWire extends TicketPartWire {
  from: string | null
  is_test: boolean
}

/** Returns a ticket without order, price and typed code. */
export const parsePart = (part: TicketPartWire) => ({
  ...{ code: '', paidAt: null, totalAmount: 0, paymentId: '', isTest: false, from: null, returns: [] },
  ...parseTicketEvent(part.event),
  ...parsePartRow(part),
  ...giveBackRule(null),
  ...passesIn(part.passes, part.handed),
})

/** Returns the part of another person's ticket that someone received: no order, no price, no code for typing. */
export const parseReceived = (received: ReceivedWire) => ({
  ...parsePart(received),
  from: received.from ?? '',
  isTest: received.is_test,
})

const asHolder = (link: LinkOfHolder | null) => (link ? asVisitor : asPerson)

const namesHolder = (link: LinkOfHolder | null) => (link ? { p_secret: link.secret, p_device: link.device } : {})

/**
 * Makes a link for a pass; an earlier open one ends. `name`: for whom, '' for no one named. Refusals: not_found (not the
 * caller's), already_decided (revoked), too_late (detail: over, in), too_many, invalid.
 */
export const handOverPass = (
  ticketId: string,
  number: number,
  name: string,
  link: LinkOfHolder | null,
): Promise<Result<PassLink>> =>
  asHolder(link).call(
    'hand_over_pass',
    { p_ticket_id: ticketId, p_number: number, p_name: name, ...namesHolder(link) },
    parsePassLink,
  )

/** Ends a link that was not opened yet; repeatable. Refusals: already_decided (opened), not_found. */
export const takeBackPass = (transferId: string, link: LinkOfHolder | null): Promise<Result<null>> =>
  asHolder(link).call('take_back_pass', { p_transfer_id: transferId, ...namesHolder(link) })

/**
 * Binds a pass to a device's key (66 hexadecimal digits) and returns nothing: the ticket is read again. `again`: also when
 * another device has it. Refusals: link_used (another device has it; detail: since when), already_decided (revoked), too_late,
 * not_found, too_many.
 */
export const bindPass = (
  pass: { ticketId: string; number: number },
  deviceKey: string,
  again: boolean,
  link: LinkOfHolder | null,
): Promise<Result<null>> =>
  asHolder(link).call('bind_pass', {
    ...{ p_ticket_id: pass.ticketId, p_number: pass.number, p_device_key: deviceKey, p_again: again },
    ...namesHolder(link),
  })

/** Makes the caller the holder; repeatable. Refusals: not_found, link_used, already_decided, too_late. */
export const acceptPass = (secret: string): Promise<Result<Ticket[]>> =>
  asPerson.call('accept_pass', { p_secret: secret }, list(parseReceived))
