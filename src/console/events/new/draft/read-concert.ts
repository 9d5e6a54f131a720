import type { Concert, ConcertZone } from '#shop/catalogue/admin/concert.api.ts'
import type { LayoutData } from '#shop/layouts/layout.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { sellableIn } from '#shop/layouts/layout-draft.ts'
import { MAX_SIMPLE_ROWS, MAX_SIMPLE_SEATS, rowsOf, seatsOf, simpleHall } from '#shop/layouts/simple-hall.ts'
import { aboutFields, aboutNames, noAbout, readAbout } from '../../about/about-draft.ts'
import { readEventText } from '../../event-draft.ts'
import type { Problems } from '../../event-fields.ts'
import {
  concertWords,
  readText,
  readTotal,
  readWindow,
  type Window,
} from '../../../ticket-categories/category-draft.ts'
import { readCount } from '../../../ticket-categories/prices/numbers.ts'
import type { ConcertDraft, ZoneDraft } from './concert-draft.ts'

export interface Known {
  singers: readonly { id: string; name: string }[]
  layouts: readonly LayoutRow[]
  cities: readonly string[]
}

const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** Returns the known singer of this name in any case, if there is one. */
export const singerNamed = (name: string, singers: Known['singers']): Known['singers'][number] | undefined =>
  singers.find((singer) => fold(singer.name) === fold(name))

/** Returns the hall as drawn; null without one. */
export function hallOf({ hall }: ConcertDraft, layouts: Known['layouts']): LayoutData | null {
  if (hall.kind === 'none') return null
  if (hall.kind === 'new') return simpleHall(hall.sections)
  return layouts.find(({ id }) => id === hall.layoutId) ?? null
}

/** Seats of the zone as typed; null while it has no number. */
export function seatsIn(zone: ZoneDraft, hall: LayoutData | null): number | null {
  if (zone.kind !== 'sections') return readCount(zone.total)
  if (!hall) return null
  return hall.sections.filter(({ code }) => zone.sections.includes(code)).reduce((sum, one) => sum + sellableIn(one), 0)
}

/** Sections that no zone sells. */
export const leftOver = (zones: readonly ZoneDraft[], hall: LayoutData | null): LayoutData['sections'] =>
  hall?.sections.filter(({ code }) => !zones.some((zone) => zone.sections.includes(code))) ?? []

/** Returns the concert, or a problem for each field that has one. `now` in ms. */
export function readConcert(
  draft: ConcertDraft,
  known: Known,
  now: number,
): { concert: Concert } | { problems: Problems } {
  const problems: Problems = {}
  const { facts, dates } = readEventText(draft, now, problems)
  const first = dates[0]?.date ?? null
  readHall(draft, known, problems)
  const hall = hallOf(draft, known.layouts)
  const window = readWindow(draft, '', problems)
  if (draft.zones.length === 0 && draft.publish === 'now')
    problems.zones = 'Add a price zone, or keep the concert as a draft: nothing could be bought.'
  const zones = draft.zones.map((zone, at) => readZone(zone, at, draft.zones, hall, window, first, problems))
  // A date that is missing has its own problem.
  const read = readAbout(draft.about, first ?? '2030-01-01T13:30:00.000Z')
  if ('problems' in read) Object.assign(problems, read.problems)
  if (Object.keys(problems).length > 0 || 'problems' in read) return { problems }
  const singer = singerNamed(draft.singer, known.singers)
  return {
    concert: {
      singer: singer ? { id: singer.id } : { name: draft.singer.trim() },
      ...facts,
      dates: dates.map(({ id, date }) => {
        const later = Date.parse(date) - Date.parse(first ?? date)
        return { id, date, doorsAt: shifted(read.about.doorsAt, later), endsAt: shifted(read.about.endsAt, later) }
      }),
      about: read.about,
      hall:
        draft.hall.kind === 'none' || !hall
          ? null
          : draft.hall.kind === 'stored'
            ? { id: draft.hall.layoutId }
            : { id: draft.hall.newId, name: draft.hall.name.trim() || facts.venue, data: hall },
      zones: zones.flatMap((zone) => zone ?? []),
      publish: draft.publish,
    },
  }
}

/** Returns singer, place and evening alone, published with nothing to buy yet; of a known singer it may be past. */
export function readEvent(draft: ConcertDraft, known: Known, now: number): ReturnType<typeof readConcert> {
  const alone = { hall: { ...draft.hall, kind: 'none' as const }, zones: [], saleFrom: '', saleUntil: '' }
  const from = singerNamed(draft.singer, known.singers) ? 0 : now
  const read = readConcert({ ...draft, ...alone, about: noAbout, publish: 'draft' }, known, from)
  return 'concert' in read ? { concert: { ...read.concert, publish: 'now' } } : read
}

/** Returns the instant `ms` later; null stays null. */
export const shifted = (at: string | null, ms: number): string | null =>
  at === null ? null : new Date(Date.parse(at) + ms).toISOString()

function readHall({ hall }: ConcertDraft, { layouts }: Known, problems: Problems): void {
  if (hall.kind === 'stored' && !layouts.some(({ id }) => id === hall.layoutId))
    problems['hall.layout'] = 'Choose a hall.'
  if (hall.kind !== 'new') return
  for (const [at, section] of hall.sections.entries()) {
    if (!section.name.trim()) problems[`hall.sections[${at}].name`] = 'Enter a name.'
    if (rowsOf(section) === null) problems[`hall.sections[${at}].rows`] = `Enter 1 to ${MAX_SIMPLE_ROWS}.`
    if (seatsOf(section) === null) problems[`hall.sections[${at}].seats`] = `Enter 1 to ${MAX_SIMPLE_SEATS}.`
  }
}

function readZone(
  zone: ZoneDraft,
  at: number,
  zones: readonly ZoneDraft[],
  hall: LayoutData | null,
  forAll: Window,
  starts: string | null,
  problems: Problems,
): ConcertZone | null {
  const here = `zones[${at}].`
  const isSeated = zone.kind === 'sections'
  const places = (): number | null => {
    if (!isSeated) return readTotal(zone.total, zone.kind === 'standing', concertWords, `${here}total`, problems)
    const seats = seatsIn(zone, hall)
    if (zone.sections.length === 0) problems[`${here}sections`] = 'Give this zone a section, or remove it.'
    else if (seats === 0) problems[`${here}sections`] = 'These sections have no seat to sell.'
    return seats
  }
  const window = (): Window => {
    const own = zone.ownWindow ? readWindow(zone, here, problems) : forAll
    if (starts && own.saleFrom && own.saleFrom >= starts)
      problems[zone.ownWindow ? `${here}saleFrom` : 'saleFrom'] = 'The sale begins before the concert does.'
    return own
  }
  const isTaken = zones.slice(0, at).some(({ name }) => fold(name) === fold(zone.name))
  const read = readText(zone, { here, words: concertWords, isTaken, places, window }, problems)
  if (!read) return null
  const { total, ...text } = read
  return {
    id: zone.id,
    kind: zone.kind,
    ...text,
    total: isSeated ? null : total,
    sections: isSeated ? zone.sections : [],
  }
}

/** Paths of the database that are others in the form. */
const renamed: readonly [RegExp, string][] = [
  [/^categories\[(\d+)\]\.section_ids$/, 'zones[$1].sections'],
  [/^categories\[(\d+)\]\.sale_from$/, 'zones[$1].saleFrom'],
  [/^categories\[(\d+)\]\.sale_until$/, 'zones[$1].saleUntil'],
  [/^categories\[(\d+)\]\.phases\[(\d+)\]\.until_sold$/, 'zones[$1].phases[$2].untilSold'],
  [/^categories\[(\d+)\]\.phases$/, 'zones[$1].phases[0].name'],
  [/^categories\[(\d+)\]\.is_free$/, 'zones[$1].price'],
  [/^categories\[/, 'zones['],
  [/^dates\[(\d+)\]\.date$/, 'dates[$1].day'],
  [/^singer\..*$/, 'singer'],
  [/^hall\.layout_data.*$/, 'hall.name'],
  [/^hall\.id$/, 'hall.layout'],
]

/** Returns the form's path of a path that the database refused. */
export function formPath(path: string): string {
  const column = path.replace(/^dates\[0\]\./, '')
  const about = aboutNames.find((name) => aboutFields[name].columns[0] === column)
  if (about) return `about.${about}`
  const found = renamed.find(([pattern]) => pattern.test(path))
  return found ? path.replace(found[0], found[1]) : path
}
