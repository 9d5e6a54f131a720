import type { ConcertSource } from '#shop/catalogue/admin/concert-source.api.ts'
import { wireZone, type Concert, type ConcertChange, type ConcertZone } from '#shop/catalogue/admin/concert.api.ts'
import type { ConcertDraft, ZoneDraft } from '../new/draft/concert-draft.ts'
import { readConcert, type Known, type Problems } from '../new/draft/read-concert.ts'

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
  for (const field of ['city', 'venue', 'state', 'genre'] as const)
    if (typed[field] !== was[field]) change[field] = concert[field]
  Object.assign(change, aboutChange(was, typed, concert, moved))
  const zones = zonesChange(was, typed, source, concert.zones)
  if (zones.length > 0) change.categories = zones
  if (zones.some((zone) => 'section_ids' in zone)) change.hall = { id: source.layoutId }
  if (typed.publish === 'now' && !source.published) change.publish = 'now'
  return { change }
}

function aboutChange(was: ConcertDraft, typed: ConcertDraft, { about, dates }: Concert, moved: boolean): Change {
  const change: Change = {}
  const [date] = dates
  const differs = (...fields: (keyof ConcertDraft['about'])[]): boolean =>
    fields.some((field) => was.about[field] !== typed.about[field])
  if (moved) change.date = date?.date
  if (moved || differs('doors')) change.doors_at = date?.doorsAt ?? null
  if (moved || differs('ends', 'endsDay')) change.ends_at = date?.endsAt ?? null
  if (differs('description')) change.description = about.description
  if (differs('lineUp')) change.line_up = about.lineUp
  if (differs('age')) change.minimum_age = about.minimumAge
  if (differs('sungIn')) change.sung_in = about.sungIn
  if (differs('rules')) change.rules = about.rules
  if (differs('poster', 'posterAlt')) {
    change.poster = about.poster?.path ?? null
    change.poster_alt = about.poster?.alt ?? null
  }
  return change
}

/** Returns the window in which a zone is sold, as typed: its own or the concert's. */
export const windowOf = (draft: ConcertDraft, zone: ZoneDraft): [string, string] =>
  zone.ownWindow ? [zone.saleFrom, zone.saleUntil] : [draft.saleFrom, draft.saleUntil]

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
    const wire = wireZone(zone)
    const change: Change = {}
    if (before.name !== after.name) change.name = wire.name
    if (before.total !== after.total) change.total = wire.total
    if (before.price !== after.price || before.free !== after.free) change.price = wire.price
    if (before.free !== after.free) change.is_free = after.free
    if (before.hidden !== after.hidden) change.is_hidden = after.hidden
    if (before.free !== after.free || JSON.stringify(before.phases) !== JSON.stringify(after.phases))
      change.phases = 'phases' in wire ? wire.phases : []
    const [[from, until], [newFrom, newUntil]] = [windowOf(was, before), windowOf(typed, after)]
    if (from !== newFrom) change.sale_from = wire.sale_from
    if (until !== newUntil) change.sale_until = wire.sale_until
    if (Object.keys(change).length > 0) changes.push({ id: zone.id, ...change, revision: stored.revision })
  }
  for (const { id } of source.zones) if (!zones.some((zone) => zone.id === id)) changes.push({ id, remove: true })
  return changes
}
