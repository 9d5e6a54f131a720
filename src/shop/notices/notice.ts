import { from, instant, isTrue, orNull, row, text, type Of } from '#platform/text/wire.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import { toPaise } from '#shop/prices/money.ts'

const string = (value: unknown): string => (typeof value === 'string' ? value : '')
const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(string) : [])
const paise = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? toPaise(value) : 0)
const sections = (value: unknown): SectionNames | null =>
  typeof value === 'object' && value !== null ? (value as SectionNames) : null

const place = row({
  /** ISO instant. */
  date: instant,
  city: string,
  venue: string,
})
/** Seats of a category, as a notice about them says. */
const offered = {
  category: string,
  count: Number,
  /** Null for standing places. */
  seats: (value: unknown) => (Array.isArray(value) ? strings(value) : null),
  sections,
}
const seats = { category: string, seats: strings, sections }
const owed = { orderCode: string, amount: paise, hasUpiId: isTrue }

/** What notices of each kind say: what one lacks is empty. */
const kinds = {
  message: row({ subject: string, message: string }),
  event_cancelled: row({ reason: stringOrNull, owed: paise }),
  event_moved: row({ from: place, to: place }),
  event_changed: row({ from: string, to: string }),
  screen_only: row({
    /** Whether each code works on one phone now. */
    to: isTrue,
  }),
  seats_changed: row({ category: string, from: strings, to: strings, sections }),
  ticket_revoked: row({ ...seats, reason: stringOrNull }),
  /** A code of a pass's earlier holder let a person in, at a gate with an older list. */
  old_code_used: row({
    ...seats,
    /** ISO instant. */
    at: instant,
    gate: string,
    /** Who reads it gave the pass away; else they have it. */
    gave: isTrue,
    /** The other one: 'Farah N.'; null without a name. */
    person: stringOrNull,
  }),
  refund_owed: row(owed),
  refunded: row({
    orderCode: string,
    amount: paise,
    /** Of a transfer. */
    utr: stringOrNull,
    /** As staff settled it; null when it was neither: in cash. */
    how: stringOrNull,
  }),
  offer: row({ ...offered, orderId: string, until: instant, total: paise }),
  offer_lapsed: row({
    ...offered,
    /** The person is still on the list. */
    waits: isTrue,
  }),
  return_sold: row({ ...offered, ...owed }),
}
export type NoticeKind = keyof typeof kinds
export const noticeKinds = Object.keys(kinds) as NoticeKind[]

/** What a notice tells; amounts in paise. */
export type NoticeAbout = { [K in NoticeKind]: { kind: K } & Of<(typeof kinds)[K]> }[NoticeKind]

/** Null for a kind that this version does not know. */
export const noticeAbout = (kind: string, content: unknown): NoticeAbout | null =>
  Object.hasOwn(kinds, kind) ? ({ kind, ...kinds[kind as NoticeKind](object(content) as never) } as NoticeAbout) : null

const object = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
const said = (key: string) => (content: unknown) => stringOrNull((object(content) as Record<string, unknown>)[key])

const parseRow = row({
  id: text,
  eventId: orNull(text),
  ticketId: orNull(text),
  eventName: from('content', said('event_name')),
  /** ISO instants. `eventDate`: the start as it was then. */
  eventDate: from('content', (content: unknown) => orNull(instant)(said('event_date')(content) || null)),
  createdAt: instant,
  readAt: orNull(instant),
  kind: text,
  content: (content: unknown) => content,
})
export type NoticeWire = Parameters<typeof parseRow>[0]
export interface Notice extends Omit<Of<typeof parseRow>, 'kind' | 'content'> {
  about: NoticeAbout
}

export function parseNotice(notice: Parameters<typeof parseRow>[0]): Notice | null {
  const { kind, content, ...rest } = parseRow(notice)
  const about = noticeAbout(kind, content)
  return about && { ...rest, about }
}
