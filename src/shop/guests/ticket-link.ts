import { toHex } from '#platform/text/bytes.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Ticket } from '#shop/tickets/ticket-rows.ts'

export const ticketLinkStates = ['new', 'opened', 'revoked', 'taken_back', 'over'] as const
/** `over`: the event was cancelled, or began more than a day ago. `taken_back`: the giver has another link, or keeps it. */
type TicketLinkState = (typeof ticketLinkStates)[number]

/** What a link says before it is opened: nothing personal. */
export interface TicketLink {
  state: TicketLinkState
  eventId: string
  event: string
  venue: string
  city: string
  /** ISO instants. */
  date: string
  previousDate: string | null
  isCancelled: boolean
  category: string
  people: number
  /** Of a cancelled event: under which money is owed; null when nothing was paid. */
  paidOrder: string | null
  /** Of a pass that a person hands over: the giver, 'Farah N.', and for whom they said it is. Null of the organiser's links. */
  pass: { from: string | null; name: string | null } | null
}

/** A ticket that a link opened. It belongs to this device, not to an account, and stays when people sign out. */
export interface GivenTicket extends Ticket {
  /** Whose it is; null once the shop has deleted the names of the event. */
  guestName: string | null
  orderCode: string
  eventName: string
  /** Free of charge: nothing was paid, and nothing is refunded. */
  complimentary: boolean
  sections: SectionNames | null
  /** ISO instant: since when staff have given the ticket to another device by a new link. Null while they have not. */
  takenOverAt: string | null
}

/** As stored: with the link, whose repeat says whether the ticket is still valid. */
export interface GivenTicketRow extends GivenTicket {
  secret: string
  /** Device time of the last answer, ms. */
  checkedAt: number
  /** Staff made a new link: this one tells no more, and the ticket stays. */
  linkEnded: boolean
}

const SECRET = /^#([A-Za-z0-9_-]{22})$/

/** Returns the secret in a URL's fragment; null for anything else. */
export const linkSecretOf = (hash: string): string | null => SECRET.exec(hash)?.[1] ?? null

const DEVICE_BYTES = 32

/** Makes the id by which a device may open its link again: 64 hexadecimal digits, random. */
export const newDeviceId = (): string => toHex(crypto.getRandomValues(new Uint8Array(DEVICE_BYTES)))
