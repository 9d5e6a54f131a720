import type { LayoutData } from '#shop/layouts/layout.ts'
import type { EventAbout } from '../about/event-about.ts'
import { phasesWire, type Phase, readPhases } from '../sale/phases.ts'
import { aboutWire, readEventAbout } from './event-about.api.ts'
import { factsOf, type EventFacts } from './event-rows.ts'
import { toRupees, type Paise, toPaise } from '#shop/prices/money.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import type { Json } from '#platform/supabase/database.types.ts'
import { asIs, boolean, from, instant, list, number, or, orNull, row, text } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { readEventRow } from './events-admin.api.ts'

export interface ConcertZone {
  id: string
  name: string
  price: Paise
  kind: 'sections' | 'seats' | 'standing'
  /** Null with sections. */
  total: number | null
  sections: readonly string[]
  /** In order; the zone's price follows the last. */
  phases: readonly Phase[]
  /** Without fee and tax; then the price is 0 and there are no phases. */
  free: boolean
  /** Seen and sold only with a code that opens it. */
  hidden: boolean
  /** ISO instants; null: no bound. */
  saleFrom: string | null
  saleUntil: string | null
}

/** A concert on one or several dates, with ids made by the caller. Instants are ISO. */
export interface Concert extends EventFacts {
  singer: { id: string } | { name: string }
  dates: readonly { id: string; date: string; doorsAt: string | null; endsAt: string | null }[]
  about: EventAbout
  hall: { id: string } | { id: string; name: string; data: LayoutData } | null
  zones: readonly ConcertZone[]
  publish: 'draft' | 'now'
}

/** Fields of a zone as the database names them. */
export const wireZone = (zone: ConcertZone) => ({
  id: zone.id,
  name: zone.name,
  price: toRupees(zone.price),
  kind: zone.kind,
  ...(zone.total === null ? {} : { total: zone.total }),
  ...(zone.sections.length > 0 ? { section_ids: zone.sections } : {}),
  ...(zone.phases.length > 0 ? { phases: phasesWire(zone.phases) } : {}),
  ...(zone.free ? { is_free: true } : {}),
  ...(zone.hidden ? { is_hidden: true } : {}),
  sale_from: zone.saleFrom,
  sale_until: zone.saleUntil,
})

const wireConcert = ({ about, hall, ...concert }: Concert) => ({
  singer: concert.singer,
  ...factsOf(concert),
  dates: concert.dates.map(({ id, date, doorsAt, endsAt }) => ({ id, date, doors_at: doorsAt, ends_at: endsAt })),
  ...aboutWire(about),
  hall: hall && 'data' in hall ? { id: hall.id, name: hall.name, layout_data: hall.data } : hall,
  categories: concert.zones.map(wireZone),
  publish: concert.publish,
})

/** Adds the concert with its singer, hall and zones, or nothing. Resolves to true when it was stored under these ids
 * before: then nothing changed. Refusals: invalid (detail: the path), section_taken, changed_meanwhile. */
export const saveConcert = (concert: Concert): Promise<Result<{ repeated: boolean }>> =>
  asStaff.call(
    'save_concert',
    { p_concert: wireConcert(concert) as unknown as NonNullable<Json> },
    row({ repeated: boolean }),
  )

/** A change of a stored concert, in the words of the database: only what differs. */
export type ConcertChange = Readonly<Record<string, unknown>>

export interface Concerns {
  /** Seats that are sold. */
  tickets: number
  /** Who has or waits for some, and of these by mail. */
  people: number
  mails: number
  /** Payments under review, and seats held now. */
  pending: number
  held: number
  will: string[]
  refused: { path: string; code: string }[]
}

/** Returns whom a change concerns and what it sets off; changes nothing. Refusals: invalid (detail: the path). */
export const readConcerns = (eventId: string, change: ConcertChange): Promise<Result<Concerns>> =>
  asStaff.call(
    'edit_concerns',
    { p_event_id: eventId, p_change: change as unknown as NonNullable<Json> },
    asIs<Concerns>(),
  )

/** Changes all of it, or nothing. Refusals: changed_meanwhile, invalid (detail: the path), in_use, seats_claimed,
 * sold_exceeds_total, not_on_sale, section_taken, other_layout. */
export const changeConcert = (eventId: string, revision: number, change: ConcertChange): Promise<Result<null>> =>
  asStaff.call('change_concert', {
    p_event_id: eventId,
    p_revision: revision,
    p_change: change as unknown as NonNullable<Json>,
  })

/** A stored concert as another is made like it. */
export interface ConcertSource extends EventFacts {
  id: string
  revision: number
  published: boolean
  sold: boolean
  cancelled: boolean
  singer: string
  /** ISO instant */
  date: string
  about: EventAbout
  layoutId: string | null
  zones: (ConcertZone & { total: number; revision: number })[]
}

/** Fails with not_found. */
export async function readConcertSource(id: string): Promise<Result<ConcertSource>> {
  const [event, about, zones] = await Promise.all([readEventRow(id), readEventAbout(id), readZones(id)])
  if (!event.ok) return event
  if (!about.ok) return about
  if (!zones.ok) return zones
  return ok({
    id,
    // The older of two reads: a change between them is refused when this is saved.
    revision: Math.min(event.value.revision, about.value.revision),
    published: event.value.publishedAt !== null,
    sold: event.value.ticketsSold > 0,
    cancelled: event.value.status === 'cancelled',
    singer: event.value.singerName,
    ...factsOf(event.value),
    date: event.value.date,
    about: about.value.about,
    layoutId: zones.value.layoutId,
    zones: zones.value.zones,
  })
}

const parseZone = row({
  id: text,
  name: text,
  price: toPaise,
  total: from('total_tickets', number),
  sections: from('section_ids', or(list(text), [])),
  phases: readPhases,
  free: from('is_free', boolean),
  hidden: from('is_hidden', boolean),
  revision: number,
  saleFrom: orNull(instant),
  saleUntil: orNull(instant),
  isStanding: boolean,
  layoutId: from('seating_layout_id', orNull(text)),
  createdAt: text,
})

const readZones = (eventId: string): Promise<Result<Pick<ConcertSource, 'layoutId' | 'zones'>>> =>
  asStaff.rows(
    (client) => client.from('ticket_category_list').select('*').eq('event_id', eventId),
    (wire) => {
      const rows = wire.map(parseZone).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
      return {
        layoutId: rows.find(({ layoutId }) => layoutId)?.layoutId ?? null,
        zones: rows.map(({ layoutId, isStanding, createdAt: _, ...zone }) => ({
          ...zone,
          kind: layoutId ? 'sections' : isStanding ? 'standing' : 'seats',
        })),
      }
    },
  )
