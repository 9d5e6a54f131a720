import {
  type ConcertSource,
  wireZone,
  type Concert,
  type ConcertChange,
  type ConcertZone,
} from '#shop/catalogue/admin/concert.api.ts'
import { aboutWire } from '#shop/catalogue/admin/event-about.api.ts'
import type { CategoryText } from '../../ticket-categories/category-draft.ts'
import { changedFields } from '../../kit/form/use-form.ts'
import { aboutFields } from '../about/about-draft.ts'
import type { ConcertDraft, ZoneDraft } from '../new/draft/concert-draft.ts'
import { factNames, type Problems } from '../event-fields.ts'
import { readConcert, type Known } from '../new/draft/read-concert.ts'

type Change = Record<string, unknown>

/** Returns what differs between the form as loaded and as typed, or a problem for each field. `now` in ms. */
export function changeOf(
  was: ConcertDraft,
  typed: ConcertDraft,
  source: Pick<ConcertSource, 'zones' | 'layoutId' | 'published'>,
  known: Known,
  now: number,
): { change: ConcertChange } | { problems: Problems } {
  const moved = was.dates[0]?.day !== typed.dates[0]?.day || was.dates[0]?.time !== typed.dates[0]?.time
  // A concert that has begun stays as it is; its new date is in the future.
  // A published one without zones is allowed.
  const asTyped = source.published ? { ...typed, publish: 'draft' as const } : typed
  const read = readConcert(asTyped, known, moved ? now : 0)
  if ('problems' in read) return read
  const { concert } = read
  const change: Change = {}
  if (typed.singer !== was.singer) change.singer = concert.singer
  for (const name of factNames) if (typed[name] !== was[name]) change[name] = concert[name]
  Object.assign(change, aboutChange(was, typed, concert, moved))
  const zones = zonesChange(was, typed, source, concert.zones)
  if (zones.length > 0) change.categories = zones
  if (zones.some((zone) => 'section_ids' in zone)) change.hall = { id: source.layoutId }
  if (typed.publish === 'now' && !source.published) change.publish = 'now'
  return { change }
}

function aboutChange(was: ConcertDraft, typed: ConcertDraft, { about, dates }: Concert, moved: boolean): Change {
  const [date] = dates
  const wire = { ...aboutWire(about), doors_at: date?.doorsAt ?? null, ends_at: date?.endsAt ?? null }
  const columns = changedFields(was.about, typed.about).flatMap(
    (field) => aboutFields[field].columns as readonly (keyof typeof wire)[],
  )
  if (moved) columns.push('doors_at', 'ends_at')
  return {
    ...(moved ? { date: date?.date } : {}),
    ...Object.fromEntries(columns.map((column) => [column, wire[column]])),
  }
}

/** Returns the window in which a zone is sold, as typed: its own or the concert's. */
export const windowOf = (draft: ConcertDraft, zone: ZoneDraft): [string, string] =>
  zone.ownWindow ? [zone.saleFrom, zone.saleUntil] : [draft.saleFrom, draft.saleUntil]

/** The zone with the window in which it is sold as its own. */
export function ownWindow(draft: ConcertDraft, zone: ZoneDraft): ZoneDraft {
  const [saleFrom, saleUntil] = windowOf(draft, zone)
  return { ...zone, ownWindow: true, saleFrom, saleUntil }
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The columns of a stored zone, each with the fields that it follows. */
const zoneColumns: Readonly<Record<string, readonly (keyof CategoryText)[]>> = {
  name: ['name'],
  total: ['total'],
  price: ['price', 'free'],
  is_free: ['free'],
  is_hidden: ['hidden'],
  phases: ['phases', 'free'],
  sale_from: ['saleFrom'],
  sale_until: ['saleUntil'],
}

function zonesChange(
  was: ConcertDraft,
  typed: ConcertDraft,
  source: Pick<ConcertSource, 'zones'>,
  zones: readonly ConcertZone[],
): Change[] {
  const changes: Change[] = []
  for (const [at, zone] of zones.entries()) {
    const stored = source.zones.find(({ id }) => id === zone.id)
    const [before, after] = [was.zones.find(({ id }) => id === zone.id), typed.zones[at]!]
    if (!stored || !before) {
      changes.push(wireZone(zone))
      continue
    }
    const [then, now] = [ownWindow(was, before), ownWindow(typed, after)]
    const wire: Change = { phases: [], is_free: false, is_hidden: false, ...wireZone(zone) }
    const change: Change = {}
    for (const [column, fields] of Object.entries(zoneColumns))
      if (fields.some((field) => !same(then[field], now[field]))) change[column] = wire[column]
    if (Object.keys(change).length > 0) changes.push({ id: zone.id, ...change, revision: stored.revision })
  }
  for (const { id } of source.zones) if (!zones.some((zone) => zone.id === id)) changes.push({ id, remove: true })
  return changes
}
