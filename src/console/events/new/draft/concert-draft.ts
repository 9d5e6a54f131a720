import { newUuid } from '#platform/text/uuid.ts'
import { defaultSections, type SimpleSection } from '#shop/layouts/simple-hall.ts'
import { addDays, dayKey, istParts } from '#platform/time/ist.ts'
import { noAbout, type AboutDraft } from '../../about/about-draft.ts'
import { noCategoryText, type CategoryText } from '../../../ticket-categories/category-draft.ts'
import { noEvent, type DateDraft, type EventText } from '../../event-draft.ts'

/** The whole form as typed. Moments are YYYY-MM-DDTHH:MM in IST, prices rupees. The first of its dates is the one that
 * the about times and the windows are typed for. */
export interface ConcertDraft extends EventText {
  hall: HallDraft
  zones: ZoneDraft[]
  /** '' : from publishing, and until the start. */
  saleFrom: string
  saleUntil: string
  about: AboutDraft
  publish: 'draft' | 'now'
}

export interface HallDraft {
  kind: 'new' | 'none' | 'stored'
  /** Of a stored one. */
  layoutId: string
  /** Of a new one. */
  newId: string
  name: string
  sections: SimpleSection[]
}

export type ZoneKind = 'sections' | 'seats' | 'standing'

export interface ZoneDraft extends CategoryText {
  id: string
  kind: ZoneKind
  sections: string[]
  /** A window of its own in place of the one for all. */
  ownWindow: boolean
}

export const MAX_DATES = 60
export const MAX_ZONES = 20

const zoneNames = ['Gold', 'Silver', 'Bronze']
const START = '19:00'
const SATURDAY = 6

/** Returns the first Saturday after today. `now` in ms. */
export const nextSaturday = (now: number): string =>
  addDays(dayKey(now), ((SATURDAY - istParts(now).weekday + 6) % 7) + 1)

/** Returns a zone with the first name that is free. */
export function newZone(zones: readonly Pick<ZoneDraft, 'name'>[], kind: ZoneKind): ZoneDraft {
  const taken = new Set(zones.map(({ name }) => name))
  let n = zones.length + 1
  while (taken.has(`Zone ${n}`)) n += 1
  const name = zoneNames.find((one) => !taken.has(one)) ?? `Zone ${n}`
  return { id: newUuid(), ...noCategoryText, name, kind, sections: [], ownWindow: false }
}

/** Returns a new concert with defaults: next Saturday at 19:00, a simple hall, and a zone for each of its sections. */
export function newConcert(now: number): ConcertDraft {
  const zones: ZoneDraft[] = []
  for (const section of defaultSections) zones.push({ ...newZone(zones, 'sections'), sections: [section.code] })
  return {
    ...noEvent,
    dates: [{ id: newUuid(), day: nextSaturday(now), time: START }],
    hall: {
      kind: 'new',
      layoutId: '',
      newId: newUuid(),
      name: '',
      sections: defaultSections.map((one) => ({ ...one })),
    },
    zones,
    saleFrom: '',
    saleUntil: '',
    about: noAbout,
    publish: 'draft',
  }
}

/** Adds the evening after the last one, at its time. */
export function addEvening(dates: readonly DateDraft[]): DateDraft[] {
  const last = dates.at(-1)
  if (!last || dates.length >= MAX_DATES) return [...dates]
  let day = ''
  try {
    day = addDays(last.day, 1)
  } catch {
    // The last date is not typed yet.
  }
  return [...dates, { id: newUuid(), day, time: last.time }]
}

/** Gives a section to a zone, or takes it back when the zone has it: a section belongs to one zone at most. */
export const shareSection = (zones: readonly ZoneDraft[], zoneId: string, code: string): ZoneDraft[] =>
  zones.map((zone) => {
    const others = zone.sections.filter((one) => one !== code)
    if (zone.id !== zoneId) return others.length === zone.sections.length ? zone : { ...zone, sections: others }
    return { ...zone, sections: others.length === zone.sections.length ? [...others, code] : others }
  })

const kindFor = (kind: ZoneKind, hall: HallDraft['kind']): ZoneKind =>
  kind === 'standing' ? kind : hall === 'none' ? 'seats' : 'sections'

/** Makes the zones fit a hall: sections that it lacks go; zones by sections need one, those of a hall lose it. */
export function zonesFor(zones: readonly ZoneDraft[], hall: HallDraft['kind'], codes: readonly string[]): ZoneDraft[] {
  const fitting = zones.map((zone): ZoneDraft => ({
    ...zone,
    kind: kindFor(zone.kind, hall),
    sections: hall === 'none' ? [] : zone.sections.filter((code) => codes.includes(code)),
  }))
  // A hall that was just chosen: its sections go to the zones in order, the rest to the last.
  const sitting = fitting.filter(({ kind }) => kind === 'sections')
  if (hall === 'none' || sitting.some(({ sections }) => sections.length > 0)) return fitting
  for (const [at, code] of codes.entries()) sitting[Math.min(at, sitting.length - 1)]?.sections.push(code)
  return fitting
}
