import { eventStatus, type EventStatus } from '#shop/catalogue/catalogue.ts'
import { iso, isoOrNull, numberOf } from '#platform/text/wire-values.ts'
import { toPaise } from '#shop/prices/money.ts'
import {
  giveBackRule,
  parseReturns,
  type GiveBackRule,
  type ReturnedPass,
  type ReturnWire,
} from '#shop/waiting/returns.ts'
import { passesIn, type HandedPass, type HandedWire, type Pass, type PassWire } from './passes/passes.ts'

export interface Ticket extends GiveBackRule {
  id: string
  code: string
  userId: string
  eventId: string
  ticketCategoryId: string
  categoryName: string
  singer: string
  city: string
  venue: string
  /** ISO instants. */
  date: string
  previousDate: string | null
  /** Last move of the event, and payment of this ticket; refunds depend on both. */
  movedAt: string | null
  paidAt: string | null
  eventStatus: EventStatus
  /** Written by staff; null unless cancelled. */
  cancelledReason: string | null
  seats: string[]
  quantity: number
  /** Paise. */
  totalAmount: number
  paymentStatus: 'completed' | 'failed'
  paymentId: string
  revokedAt: string | null
  revokedReason: string | null
  createdAt: string
  /** Of a test order. */
  isTest: boolean
  /** Those that its holder has. */
  passes: Pass[]
  /** Passes that were given away, and open links; missing without any. */
  handed?: HandedPass[]
  /** Passes that were given back to the waiting list. */
  returns: ReturnedPass[]
  /**
   * Of passes that another person handed over: the giver, 'Farah N.', '' without a name; such a ticket has no order, price or
   * typed code. Null of others.
   */
  from: string | null
  /** Its codes are bound to the holder's device and change; false where paper will do. */
  screenOnly: boolean
}

/** What a ticket says of its event, as the database answers. */
export interface TicketEventWire {
  city: string
  venue: string
  date: string
  previous_date: string | null
  moved_at: string | null
  status: string
  cancelled_reason: string | null
}

export const parseTicketEvent = (event: TicketEventWire) => ({
  city: event.city,
  venue: event.venue,
  date: iso(event.date),
  previousDate: isoOrNull(event.previous_date),
  movedAt: isoOrNull(event.moved_at),
  eventStatus: eventStatus(event.status),
  cancelledReason: event.cancelled_reason,
})

export interface TicketWire {
  id: string
  code: string
  user_id: string
  event_id: string
  ticket_category_id: string
  seats: string[]
  quantity: number
  total_amount: number
  payment_status: string
  payment_id: string
  revoked_at: string | null
  revoked_reason: string | null
  created_at: string
  is_test: boolean
  passes: PassWire[]
  pass_transfers: HandedWire[]
  returns: ReturnWire[]
  payments: { created_at: string } | null
  ticket_categories: {
    name: string
    events: TicketEventWire & {
      singers: { name: string }
      screen_only: boolean
      /** Null while staff have set none. */
      pass_rules: { give_back: boolean; give_back_until: string | null } | null
    }
  }
}

export const TICKET_COLUMNS =
  'id,code,user_id,event_id,ticket_category_id,seats,quantity,total_amount,payment_status,payment_id,revoked_at,revoked_reason,created_at,is_test,passes(number,seat,issue,key_number,signature,device_key,old_code_at),pass_transfers(id,number,seat,name,outcome,ended_at,to_name,from_id),returns(id,number,seat,state,ended_at,sold_ticket_id),payments!user_tickets_payment_id_fkey(created_at),ticket_categories!user_tickets_ticket_category_id_fkey(name,events!ticket_categories_event_id_fkey(city,venue,date,previous_date,moved_at,status,cancelled_reason,singers!events_singer_id_fkey(name),screen_only,pass_rules(give_back,give_back_until)))'

export function parseTicket(row: TicketWire): Ticket {
  const category = row.ticket_categories
  const event = category.events
  return {
    id: row.id,
    code: row.code,
    userId: row.user_id,
    eventId: row.event_id,
    ticketCategoryId: row.ticket_category_id,
    categoryName: category.name,
    singer: event.singers.name,
    ...parseTicketEvent(event),
    paidAt: isoOrNull(row.payments?.created_at),
    seats: row.seats,
    quantity: numberOf(row.quantity),
    totalAmount: toPaise(row.total_amount),
    paymentStatus: row.payment_status === 'failed' ? 'failed' : 'completed',
    paymentId: row.payment_id,
    revokedAt: isoOrNull(row.revoked_at),
    revokedReason: row.revoked_reason,
    createdAt: iso(row.created_at),
    isTest: row.is_test,
    from: null,
    screenOnly: event.screen_only,
    ...giveBackRule(event.pass_rules),
    returns: parseReturns(row.returns),
    ...passesIn(
      row.passes,
      row.pass_transfers.filter((one) => one.from_id === row.user_id),
    ),
  }
}
