import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Result } from '#platform/failure/failure.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend, publicBackend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, list, numberOf } from '#platform/text/wire-values.ts'
import { passesIn, type HandedWire, type PassWire } from '#shop/tickets/passes/passes.ts'
import { giveBackRule } from '#shop/waiting/returns.ts'
import { parseTicketEvent, type Ticket, type TicketEventWire } from '#shop/tickets/ticket-rows.ts'

/** How a person without an account got a pass: their link, and the device that opened it. */
export interface LinkOfHolder {
  secret: string
  device: string
}

/** A link that was just made. The server does not keep its secret. */
export interface PassLink {
  id: string
  secret: string
  /** ISO instant: until when it may be opened. */
  until: string
}

/** What every link and hand-over says of a ticket. */
export interface TicketPartWire {
  ticket_id: string
  user_id: string
  event_id: string
  ticket_category_id: string
  name: string | null
  seats: string[]
  quantity: number
  payment_status: string
  passes: PassWire[]
  /** What its holder gave away. */
  handed?: HandedWire[] | null
  screen_only: boolean
  revoked_at: string | null
  revoked_reason: string | null
  created_at: string
  category_name: string
  event: TicketEventWire
  singer: { name: string }
  sections: SectionNames | null
}

export interface ReceivedWire extends TicketPartWire {
  from: string | null
  is_test: boolean
}

/** A ticket without order, price and typed code. */
export const parsePart = (row: TicketPartWire) => ({
  ...parseTicketEvent(row.event),
  id: row.ticket_id,
  code: '',
  userId: row.user_id,
  eventId: row.event_id,
  ticketCategoryId: row.ticket_category_id,
  categoryName: row.category_name,
  singer: row.singer.name,
  paidAt: null,
  seats: list(row.seats),
  quantity: numberOf(row.quantity),
  totalAmount: 0,
  paymentStatus: row.payment_status === 'failed' ? ('failed' as const) : ('completed' as const),
  paymentId: '',
  revokedAt: isoOrNull(row.revoked_at),
  revokedReason: row.revoked_reason,
  createdAt: iso(row.created_at),
  ...giveBackRule(null),
  isTest: false,
  from: null,
  screenOnly: row.screen_only,
  returns: [],
  sections: row.sections,
  ...passesIn(row.passes, row.handed),
})

/** The part of another person's ticket that someone received: no order, no price, no code for typing. */
export const parseReceived = (row: ReceivedWire): Ticket & { sections: SectionNames | null } => ({
  ...parsePart(row),
  from: row.from ?? '',
  isTest: row.is_test,
})

const clientOf = (link: LinkOfHolder | null) => (link ? publicBackend() : backend())

const namesHolder = (link: LinkOfHolder | null) => (link ? { p_secret: link.secret, p_device: link.device } : {})

/**
 * Makes a link for a pass; an earlier open one ends. `name`: for whom, '' for no one named. Refusals: not_found (not the
 * caller's), already_decided (revoked), too_late (detail: over, in), too_many, invalid.
 */
export async function handOverPass(
  ticketId: string,
  number: number,
  name: string,
  link: LinkOfHolder | null,
): Promise<Result<PassLink>> {
  const answer = await call(async () =>
    (await clientOf(link)).rpc('hand_over_pass', {
      p_ticket_id: ticketId,
      p_number: number,
      p_name: name,
      ...namesHolder(link),
    }),
  )
  return parsedJson(answer, (row: { transfer_id: string; secret: string; until: string }) => ({
    id: row.transfer_id,
    secret: row.secret,
    until: iso(row.until),
  }))
}

/** Ends a link that was not opened yet; repeatable. Refusals: already_decided (opened), not_found. */
export async function takeBackPass(transferId: string, link: LinkOfHolder | null): Promise<Result<null>> {
  const answer = await call(async () =>
    (await clientOf(link)).rpc('take_back_pass', {
      p_transfer_id: transferId,
      ...namesHolder(link),
    }),
  )
  return parsedJson(answer, () => null)
}

/**
 * Binds a pass to a device's key (66 hexadecimal digits) and returns nothing: the ticket is read again. `again`: also when
 * another device has it. Refusals: link_used (another device has it; detail: since when), already_decided (revoked), too_late,
 * not_found, too_many.
 */
export async function bindPass(
  pass: { ticketId: string; number: number },
  deviceKey: string,
  again: boolean,
  link: LinkOfHolder | null,
): Promise<Result<null>> {
  const answer = await call(async () =>
    (await clientOf(link)).rpc('bind_pass', {
      ...{ p_ticket_id: pass.ticketId, p_number: pass.number, p_device_key: deviceKey, p_again: again },
      ...namesHolder(link),
    }),
  )
  return parsedJson(answer, () => null)
}

/** Makes the caller the holder; repeatable. Refusals: not_found, link_used, already_decided, too_late. */
export async function acceptPass(secret: string): Promise<Result<Ticket[]>> {
  const answer = await call(async () => (await backend()).rpc('accept_pass', { p_secret: secret }))
  return parsedJson(answer, (rows: ReceivedWire[]) => list(rows).map(parseReceived))
}
