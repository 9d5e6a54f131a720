import { eventStatus } from '#shop/catalogue/catalogue.ts'
import { boolean, from, instant, list, number, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { toPaise } from '#shop/prices/money.ts'
import { giveBackRule, parseReturns, type GiveBackRule } from '#shop/waiting/returns.ts'
import { passesIn, type HandedPass, type HandedWire, type Pass, type PassWire } from './passes/passes.ts'

export const paymentStatus = (word: unknown): 'completed' | 'failed' => (word === 'failed' ? 'failed' : 'completed')

/** What a ticket says of its event. Times are ISO instants. */
export const parseTicketEvent = row({
  city: text,
  venue: text,
  date: instant,
  previousDate: orNull(instant),
  /** Last move of the event; refunds depend on it. */
  movedAt: orNull(instant),
  eventStatus: from('status', eventStatus),
  /** Written by staff; null unless cancelled. */
  cancelledReason: orNull(text),
})

export const TICKET_COLUMNS =
  'id,code,user_id,event_id,ticket_category_id,seats,quantity,total_amount,payment_status,payment_id,revoked_at,revoked_reason,created_at,is_test,passes(number,seat,issue,key_number,signature,device_key,old_code_at),pass_transfers(id,number,seat,name,outcome,ended_at,to_name,from_id),returns(id,number,seat,state,ended_at,sold_ticket_id),payments!user_tickets_payment_id_fkey(created_at),ticket_categories!user_tickets_ticket_category_id_fkey(name,events!ticket_categories_event_id_fkey(city,venue,date,previous_date,moved_at,status,cancelled_reason,singers!events_singer_id_fkey(name),screen_only,pass_rules(give_back,give_back_until)))'

const parseRow = row({
  id: text,
  code: text,
  userId: text,
  eventId: text,
  ticketCategoryId: text,
  seats: list(text),
  quantity: number,
  /** Paise. */
  totalAmount: toPaise,
  paymentStatus,
  paymentId: text,
  revokedAt: orNull(instant),
  revokedReason: orNull(text),
  createdAt: instant,
  /** Of a test order. */
  isTest: boolean,
  /** Passes that were given back to the waiting list. */
  returns: parseReturns,
  /** Payment of this ticket; refunds depend on it. */
  paidAt: from(
    'payments',
    or(({ created_at: at }: { created_at: unknown }) => orNull(instant)(at), null),
  ),
})

export interface Ticket extends Of<typeof parseRow>, Of<typeof parseTicketEvent>, GiveBackRule {
  categoryName: string
  singer: string
  /** Those that its holder has. */
  passes: Pass[]
  /** Passes that were given away, and open links; missing without any. */
  handed?: HandedPass[]
  /**
   * Of passes that another person handed over: the giver, 'Farah N.', '' without a name; such a ticket has no order, price or
   * typed code. Null of others.
   */
  from: string | null
  /** Its codes are bound to the holder's device and change; false where paper will do. */
  screenOnly: boolean
}

export type TicketWire = Parameters<typeof parseRow>[0] & {
  user_id: string
  passes: PassWire[]
  pass_transfers: HandedWire[]
  ticket_categories: {
    name: string
    events: Parameters<typeof parseTicketEvent>[0] & {
      singers: { name: string }
      screen_only: boolean
      /** Null while staff have set none. */
      pass_rules: { give_back: boolean; give_back_until: string | null } | null
    }
  }
}

export function parseTicket(ticket: TicketWire): Ticket {
  const { name, events: event } = ticket.ticket_categories
  return {
    ...parseRow(ticket),
    ...parseTicketEvent(event),
    categoryName: text(name),
    singer: text(event.singers.name),
    from: null,
    screenOnly: boolean(event.screen_only),
    ...giveBackRule(event.pass_rules),
    ...passesIn(
      ticket.passes,
      ticket.pass_transfers.filter((one) => one.from_id === ticket.user_id),
    ),
  }
}
