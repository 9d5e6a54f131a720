import { ok, type Result } from '#platform/failure/failure.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { isoOrNull, numberOf } from '#platform/text/wire-values.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { EventAbout } from '../about/event-about.ts'
import type { Genre } from '../catalogue.ts'
import { readPhases } from '../sale/phases.ts'
import type { ConcertZone } from './concert.api.ts'
import { readEventAbout } from './event-about.api.ts'
import { readEventRow } from './events-admin.api.ts'

/** A stored concert as another is made like it. */
export interface ConcertSource {
  id: string
  revision: number
  published: boolean
  singer: string
  city: string
  venue: string
  state: string | null
  genre: Genre | null
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
  const { singerName, city, venue, state, genre, date } = event.value
  return ok({
    id,
    // The older of two reads: a change between them is refused when this is saved.
    revision: Math.min(event.value.revision, about.value.revision),
    published: event.value.publishedAt !== null,
    singer: singerName,
    city,
    venue,
    state,
    genre,
    date,
    about: about.value.about,
    layoutId: zones.value.layoutId,
    zones: zones.value.zones,
  })
}

async function readZones(eventId: string): Promise<Result<Pick<ConcertSource, 'layoutId' | 'zones'>>> {
  const answer = await callRead<unknown[]>(async () =>
    (await backend({ console: true })).from('ticket_category_list').select('*').eq('event_id', eventId),
  )
  return parsed(answer, (wire) => {
    const rows = (wire as ZoneWire[]).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    return {
      layoutId: rows.find((row) => row.seating_layout_id)?.seating_layout_id ?? null,
      zones: rows.map((row) => ({
        id: row.id,
        name: row.name,
        price: toPaise(row.price),
        kind: row.seating_layout_id ? 'sections' : row.is_standing ? 'standing' : 'seats',
        total: numberOf(row.total_tickets),
        sections: row.section_ids ?? [],
        phases: readPhases(row.phases),
        free: row.is_free,
        hidden: row.is_hidden,
        revision: numberOf(row.revision),
        saleFrom: isoOrNull(row.sale_from),
        saleUntil: isoOrNull(row.sale_until),
      })),
    }
  })
}

interface ZoneWire {
  id: string
  name: string
  price: number
  total_tickets: number
  is_standing: boolean
  sale_from: string | null
  sale_until: string | null
  created_at: string
  seating_layout_id: string | null
  section_ids: string[] | null
  is_free: boolean
  is_hidden: boolean
  revision: number
  phases: unknown
}
