import type { Concert, ConcertZone } from '#shop/catalogue/admin/concert.api.ts'
import { genres, type Genre, type LayoutData } from '#shop/catalogue/catalogue.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { canonicalCity } from '#shop/catalogue/cities.ts'
import { sellableIn } from '#shop/layouts/layout-draft.ts'
import { MAX_SIMPLE_ROWS, MAX_SIMPLE_SEATS, rowsOf, seatsOf, simpleHall } from '#shop/layouts/simple-hall.ts'
import { MAX_GRID_ROWS, widestGridRow } from '#shop/seats/seat-map.ts'
import { MAX_STANDING_PLACES } from '#shop/seats/standing.ts'
import { count } from '#ui/format.ts'
import { readAbout } from '../../about/about-draft.ts'
import { instantOf } from '../../event-draft.ts'
import { readMoment } from '../../../ticket-categories/category-draft.ts'
import { readCount, readPrice } from '../../../ticket-categories/prices/numbers.ts'
import type { ConcertDraft, PhaseDraft, ZoneDraft } from './concert-draft.ts'

/** Problems by path, in the order of the form: `dates[0].day`, `zones[1].price`, `about.posterAlt`. */
export type Problems = Record<string, string>

export interface Known {
  singers: readonly { id: string; name: string }[]
  layouts: readonly LayoutRow[]
  cities: readonly string[]
}

const PRICE_WANTED = 'Enter a price in rupees, 0 or more, with at most two decimals.'
const MAX_NUMBERED = MAX_GRID_ROWS * widestGridRow

const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** Returns the known singer of this name in any case, if there is one. */
export const singerNamed = (name: string, singers: Known['singers']): Known['singers'][number] | undefined =>
  singers.find((singer) => fold(singer.name) === fold(name))

/** The hall as drawn; null without one. */
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
  if (!draft.singer.trim()) problems.singer = 'Enter a singer.'
  if (!draft.city.trim()) problems.city = 'Enter a city.'
  if (!draft.venue.trim()) problems.venue = 'Enter a venue.'
  const dates = readDates(draft, now, problems)
  const first = dates[0]?.date ?? null
  readHall(draft, known, problems)
  const hall = hallOf(draft, known.layouts)
  const window = readWindow(draft, 'saleFrom', 'saleUntil', problems)
  if (draft.zones.length === 0 && draft.publish === 'now')
    problems.zones = 'Add a price zone, or keep the concert as a draft: nothing could be bought.'
  const zones = draft.zones.map((zone, at) => readZone(zone, at, draft.zones, hall, window, first, problems))
  // A date that is missing has its own problem.
  const read = readAbout(draft.about, first ?? '2030-01-01T13:30:00.000Z')
  if ('problems' in read)
    for (const [field, problem] of Object.entries(read.problems)) problems[`about.${field}`] = problem
  if (Object.keys(problems).length > 0 || 'problems' in read) return { problems }
  const singer = singerNamed(draft.singer, known.singers)
  return {
    concert: {
      singer: singer ? { id: singer.id } : { name: draft.singer.trim() },
      city: canonicalCity(draft.city),
      state: draft.state || null,
      venue: draft.venue.trim(),
      genre: genres.includes(draft.genre as Genre) ? (draft.genre as Genre) : null,
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
            : { id: draft.hall.newId, name: draft.hall.name.trim() || draft.venue.trim(), data: hall },
      zones: zones.flatMap((zone) => zone ?? []),
      publish: draft.publish,
    },
  }
}

/** Returns the instant `ms` later; null stays null. */
export const shifted = (at: string | null, ms: number): string | null =>
  at === null ? null : new Date(Date.parse(at) + ms).toISOString()

function readDates(draft: ConcertDraft, now: number, problems: Problems): { id: string; date: string }[] {
  const found: { id: string; date: string }[] = []
  for (const [at, { id, day, time }] of draft.dates.entries()) {
    const date = day && time ? instantOf(day, time) : null
    if (!day) problems[`dates[${at}].day`] = 'Choose a date.'
    if (!time) problems[`dates[${at}].time`] = 'Choose a time.'
    if (day && time && !date) problems[`dates[${at}].day`] = 'There is no such date and time.'
    if (!date) continue
    if (Date.parse(date) <= now) problems[`dates[${at}].day`] = 'Choose a time in the future.'
    if (found.some((one) => one.date === date)) problems[`dates[${at}].day`] = 'This date is there already.'
    found.push({ id, date })
  }
  return found
}

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

interface Window {
  saleFrom: string | null
  saleUntil: string | null
}

function readWindow(
  typed: { saleFrom: string; saleUntil: string },
  from: string,
  until: string,
  problems: Problems,
): Window {
  const [saleFrom, saleUntil] = [readMoment(typed.saleFrom), readMoment(typed.saleUntil)]
  if (saleFrom === undefined) problems[from] = 'There is no such date and time.'
  if (saleUntil === undefined) problems[until] = 'There is no such date and time.'
  if (saleFrom && saleUntil && saleUntil <= saleFrom) problems[until] = 'The sale ends after it begins.'
  return { saleFrom: saleFrom ?? null, saleUntil: saleUntil ?? null }
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
  const here = `zones[${at}]`
  const before = Object.keys(problems).length
  if (!zone.name.trim()) problems[`${here}.name`] = 'Enter a name, such as Gold.'
  else if (zones.slice(0, at).some(({ name }) => fold(name) === fold(zone.name)))
    problems[`${here}.name`] = 'Another zone has this name.'
  const price = zone.free ? 0 : readPrice(zone.price)
  if (price === null) problems[`${here}.price`] = PRICE_WANTED
  const total = seatsIn(zone, hall)
  const most = zone.kind === 'standing' ? MAX_STANDING_PLACES : MAX_NUMBERED
  if (zone.kind === 'sections') {
    if (zone.sections.length === 0) problems[`${here}.sections`] = 'Give this zone a section, or remove it.'
    else if (total === 0) problems[`${here}.sections`] = 'These sections have no seat to sell.'
  } else if (total === null || total < 1) problems[`${here}.total`] = 'Enter a whole number of at least 1.'
  else if (total > most) problems[`${here}.total`] = `At most ${count(most)}.`
  const window = zone.ownWindow ? readWindow(zone, `${here}.saleFrom`, `${here}.saleUntil`, problems) : forAll
  if (starts && window.saleFrom && window.saleFrom >= starts)
    problems[zone.ownWindow ? `${here}.saleFrom` : 'saleFrom'] = 'The sale begins before the concert does.'
  const phases = (zone.free ? [] : zone.phases).map((phase, nth) =>
    readPhase(phase, `${here}.phases[${nth}]`, total, problems),
  )
  if (Object.keys(problems).length > before || price === null) return null
  return {
    id: zone.id,
    name: zone.name.trim(),
    price,
    kind: zone.kind,
    total: zone.kind === 'sections' ? null : total,
    sections: zone.kind === 'sections' ? zone.sections : [],
    phases: phases.flatMap((phase) => phase ?? []),
    free: zone.free,
    hidden: zone.hidden,
    ...window,
  }
}

function readPhase(
  phase: PhaseDraft,
  here: string,
  total: number | null,
  problems: Problems,
): ConcertZone['phases'][number] | null {
  if (!phase.name.trim()) problems[`${here}.name`] = 'Enter a name, such as Early bird.'
  const price = readPrice(phase.price)
  if (price === null) problems[`${here}.price`] = PRICE_WANTED
  const until = readMoment(phase.until)
  const untilSold = phase.untilSold.trim() === '' ? null : readCount(phase.untilSold)
  if (until === undefined) problems[`${here}.until`] = 'There is no such date and time.'
  if (phase.untilSold.trim() !== '' && (untilSold === null || untilSold < 1))
    problems[`${here}.untilSold`] = 'Enter a whole number of at least 1.'
  else if (untilSold !== null && total !== null && untilSold > total)
    problems[`${here}.untilSold`] = `The zone has ${count(total)}.`
  if (until === null && phase.untilSold.trim() === '') problems[`${here}.until`] = 'Say until when, or until how many.'
  return price === null ? null : { name: phase.name.trim(), price, until: until ?? null, untilSold }
}
