import { ok, type Result } from '#platform/failure/failure.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { boolean, from, instant, list, number, or, orNull, row, text } from '#platform/text/wire.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { EventAbout } from '../about/event-about.ts'
import { readPhases } from '../sale/phases.ts'
import type { ConcertZone } from './concert.api.ts'
import { readEventAbout } from './event-about.api.ts'
import { factsOf, type EventFacts } from './event-rows.ts'
import { readEventRow } from './events-admin.api.ts'

/** A stored concert as another is made like it. */
export interface ConcertSource extends EventFacts {
  id: string
  revision: number
  published: boolean
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

async function readZones(eventId: string): Promise<Result<Pick<ConcertSource, 'layoutId' | 'zones'>>> {
  const answer = await callRead<unknown[]>(async () =>
    (await backend({ console: true })).from('ticket_category_list').select('*').eq('event_id', eventId),
  )
  return parsed(answer, (wire) => {
    const rows = list(parseZone)(wire).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    return {
      layoutId: rows.find(({ layoutId }) => layoutId)?.layoutId ?? null,
      zones: rows.map(({ layoutId, isStanding, createdAt: _, ...zone }) => ({
        ...zone,
        kind: layoutId ? 'sections' : isStanding ? 'standing' : 'seats',
      })),
    }
  })
}
