import { listEvents, type EventListRow, type EventWhen } from '#shop/catalogue/admin/events-admin.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { hasWords, searchableText } from '#platform/text/fold.ts'
import { formatDayTime } from '#platform/time/ist.ts'

/** One concert as lists of a choice show it. */
export interface OfferedConcert {
  id: string
  /** Its singer and city. */
  name: string
  venue: string
  /** ISO instant */
  date: string
  cancelled: boolean
}

/** What names one. */
export type NamedConcert = Pick<OfferedConcert, 'name' | 'date'> & { cancelled?: boolean }

interface Found {
  rows: OfferedConcert[]
  /** With those beyond `rows`. */
  total: number
}
export type FindConcerts = (search: string, past: boolean) => Promise<Result<Found>>

/** How many one answer has. */
const OFFERED = 25
/** A concert that began is among those to come for so long, in ms. */
const AFTER_START_MS = 24 * 60 * 60 * 1000

type Row = Pick<EventListRow, 'id' | 'singerName' | 'city' | 'date' | 'status' | 'venue'>
export const concertOf = ({ id, singerName, city, venue, date, status }: Row): OfferedConcert => ({
  ...{ id, name: `${singerName}, ${city}`, venue, date, cancelled: status === 'cancelled' },
})

export const concertWords = ({ name, date, cancelled }: NamedConcert): string =>
  `${name}, ${formatDayTime(date)}${cancelled ? ' (cancelled)' : ''}`

/** Returns the first instant of what is still to come or under way. */
export const sinceNow = (): Date => new Date(Date.now() - AFTER_START_MS)

async function listed(when: EventWhen, search: string): Promise<Result<Found>> {
  const query = { search, sort: { column: 'date', ascending: when !== 'past' }, page: 1, pageSize: OFFERED }
  const found = await listEvents(query, when, sinceNow())
  return found.ok ? ok({ rows: found.value.rows.map(concertOf), total: found.value.total }) : found
}

/** Finds concerts to come, the soonest first, or past ones, the last first. */
export const findConcerts: FindConcerts = (search, past) => listed(past ? 'past' : 'upcoming', search)

/** Finds concerts that take place. */
export const findOpenConcerts: FindConcerts = (search) => listed('open', search)

/** Finds among concerts that are on the device. */
export const findAmong =
  (concerts: readonly OfferedConcert[]): FindConcerts =>
  (search) => {
    const rows = concerts.filter(
      (one) => search === '' || hasWords(searchableText(`${concertWords(one)} ${one.venue}`), search),
    )
    return Promise.resolve(ok({ rows: rows.slice(0, OFFERED), total: rows.length }))
  }
