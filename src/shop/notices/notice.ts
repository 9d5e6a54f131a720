import { iso, isoOrNull } from '#platform/text/wire-values.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { toPaise } from '#shop/prices/money.ts'

interface Place {
  /** ISO instant. */
  date: string
  city: string
  venue: string
}

/** A code of a pass's earlier holder let a person in, at a gate with an older list. */
interface OldCodeUse {
  category: string
  seats: string[]
  sections: SectionNames | null
  /** ISO instant. */
  at: string
  gate: string
  /** Who reads it gave the pass away; else they have it. */
  gave: boolean
  /** The other one: 'Farah N.'; null without a name. */
  person: string | null
}

/** Seats of a category, as a notice about them says. `seats`: null for standing places. */
interface OfferedSeats {
  category: string
  count: number
  seats: string[] | null
  sections: SectionNames | null
}

/** What a notice tells; amounts in paise. */
export type NoticeAbout =
  | { kind: 'message'; subject: string; message: string }
  | { kind: 'event_cancelled'; reason: string | null; owed: number }
  | { kind: 'event_moved'; from: Place; to: Place }
  | { kind: 'event_changed'; from: string; to: string }
  /** `to`: whether each code works on one phone now. */
  | { kind: 'screen_only'; to: boolean }
  | { kind: 'seats_changed'; category: string; from: string[]; to: string[]; sections: SectionNames | null }
  | { kind: 'ticket_revoked'; category: string; seats: string[]; sections: SectionNames | null; reason: string | null }
  | ({ kind: 'old_code_used' } & OldCodeUse)
  | { kind: 'refund_owed'; orderCode: string; amount: number; hasUpiId: boolean }
  /** `utr`: of a transfer. `how`: as staff settled it; null when it was neither: in cash. */
  | { kind: 'refunded'; orderCode: string; amount: number; utr: string | null; how: string | null }
  | ({ kind: 'offer'; orderId: string; until: string; total: number } & OfferedSeats)
  /** `waits`: the person is still on the list. */
  | ({ kind: 'offer_lapsed'; waits: boolean } & OfferedSeats)
  | ({ kind: 'return_sold'; orderCode: string; amount: number; hasUpiId: boolean } & OfferedSeats)

export const noticeKinds = [
  'message',
  'event_cancelled',
  'event_moved',
  'event_changed',
  'screen_only',
  'seats_changed',
  'ticket_revoked',
  'old_code_used',
  'refund_owed',
  'refunded',
  'offer',
  'offer_lapsed',
  'return_sold',
] as const satisfies readonly NoticeAbout['kind'][]
export type NoticeKind = (typeof noticeKinds)[number]

export interface Notice {
  id: string
  eventId: string | null
  ticketId: string | null
  eventName: string | null
  /** ISO instants. `eventDate`: the start as it was then. */
  eventDate: string | null
  createdAt: string
  readAt: string | null
  about: NoticeAbout
}

export interface NoticeWire {
  id: string
  event_id: string | null
  ticket_id: string | null
  kind: string
  content: unknown
  created_at: string
  read_at: string | null
}

type Content = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : [])
const paise = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? toPaise(value) : 0)
const object = (value: unknown): Content => (typeof value === 'object' && value !== null ? (value as Content) : {})
const sections = (value: unknown): SectionNames | null =>
  typeof value === 'object' && value !== null ? (value as SectionNames) : null

const offered = (c: Content): OfferedSeats => ({
  category: text(c.category),
  count: Number(c.count),
  seats: Array.isArray(c.seats) ? list(c.seats) : null,
  sections: sections(c.sections),
})

function place(value: unknown): Place {
  const { date, city, venue } = object(value)
  return { date: iso(text(date)), city: text(city), venue: text(venue) }
}

/** Null for a kind that this version does not know. */
export function noticeAbout(kind: string, content: unknown): NoticeAbout | null {
  const c = object(content)
  switch (kind) {
    case 'message':
      return { kind, subject: text(c.subject), message: text(c.message) }
    case 'event_cancelled':
      return { kind, reason: textOrNull(c.reason), owed: paise(c.owed) }
    case 'event_moved':
      return { kind, from: place(c.from), to: place(c.to) }
    case 'event_changed':
      return { kind, from: text(c.from), to: text(c.to) }
    case 'screen_only':
      return { kind, to: c.to === true }
    case 'seats_changed':
      return { kind, category: text(c.category), from: list(c.from), to: list(c.to), sections: sections(c.sections) }
    case 'ticket_revoked':
      return {
        kind,
        category: text(c.category),
        seats: list(c.seats),
        sections: sections(c.sections),
        reason: textOrNull(c.reason),
      }
    case 'old_code_used':
      return {
        kind,
        category: text(c.category),
        seats: list(c.seats),
        sections: sections(c.sections),
        at: iso(text(c.at)),
        gate: text(c.gate),
        gave: c.gave === true,
        person: textOrNull(c.person),
      }
    case 'refund_owed':
      return { kind, orderCode: text(c.order_code), amount: paise(c.amount), hasUpiId: c.has_upi_id === true }
    case 'refunded':
      return {
        kind,
        orderCode: text(c.order_code),
        amount: paise(c.amount),
        utr: textOrNull(c.utr),
        how: textOrNull(c.how),
      }
    case 'offer':
      return { kind, ...offered(c), orderId: text(c.order_id), until: iso(text(c.until)), total: paise(c.total) }
    case 'offer_lapsed':
      return { kind, ...offered(c), waits: c.waits === true }
    case 'return_sold':
      return {
        kind,
        ...offered(c),
        orderCode: text(c.order_code),
        amount: paise(c.amount),
        hasUpiId: c.has_upi_id === true,
      }
    default:
      return null
  }
}

export function parseNotice(row: NoticeWire): Notice | null {
  const about = noticeAbout(row.kind, row.content)
  if (!about) return null
  const content = object(row.content)
  return {
    id: row.id,
    eventId: row.event_id ?? null,
    ticketId: row.ticket_id ?? null,
    eventName: textOrNull(content.event_name),
    eventDate: isoOrNull(textOrNull(content.event_date)),
    createdAt: iso(row.created_at),
    readAt: isoOrNull(row.read_at),
    about,
  }
}
