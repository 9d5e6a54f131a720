import type { ConcertSource } from '#shop/catalogue/admin/concert-source.api.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { draftOf } from '../../about/about-draft.ts'
import { defaultSections } from '#shop/layouts/simple-hall.ts'
import { nextSaturday, type ConcertDraft, type ZoneDraft } from './concert-draft.ts'
import { typedMoment } from '../../../ticket-categories/category-draft.ts'
import { shifted } from './read-concert.ts'

const WEEK_MS = 7 * 24 * 3_600_000

const rupees = (paise: number): string => (paise / 100).toFixed(2).replace(/\.00$/, '')

/** A new concert like one that is stored, a week later or on the next Saturday; windows and phases move along. `now` in ms. */
export function copyOf(source: ConcertSource, now: number): ConcertDraft {
  const later = Date.parse(source.date) + WEEK_MS
  const day = later > now ? dayKey(later) : nextSaturday(now)
  const start = Date.parse(`${day}T${timeKey(source.date)}:00+05:30`)
  const draft = draftOfSource(source, start - Date.parse(source.date))
  return {
    ...draft,
    dates: draft.dates.map((date) => ({ ...date, id: newUuid() })),
    zones: draft.zones.map((zone) => ({ ...zone, id: newUuid() })),
    publish: 'draft',
  }
}

/** The form of a stored concert, with its ids; all its times `move` ms later. */
export function draftOfSource(source: ConcertSource, move = 0): ConcertDraft {
  const date = new Date(Date.parse(source.date) + move).toISOString()
  const zones = source.zones.map((zone): ZoneDraft => ({
    id: zone.id,
    name: zone.name,
    price: rupees(zone.price),
    kind: zone.kind,
    total: zone.kind === 'sections' ? '' : String(zone.total),
    sections: [...zone.sections],
    phases: zone.phases.map((phase) => ({
      name: phase.name,
      price: rupees(phase.price),
      until: typedMoment(shifted(phase.until, move)),
      untilSold: phase.untilSold === null ? '' : String(phase.untilSold),
    })),
    free: zone.free,
    hidden: zone.hidden,
    ownWindow: true,
    saleFrom: typedMoment(shifted(zone.saleFrom, move)),
    saleUntil: typedMoment(shifted(zone.saleUntil, move)),
  }))
  const about = {
    ...source.about,
    doorsAt: shifted(source.about.doorsAt, move),
    endsAt: shifted(source.about.endsAt, move),
  }
  return {
    singer: source.singer,
    city: source.city,
    state: source.state ?? '',
    venue: source.venue,
    genre: source.genre ?? '',
    dates: [{ id: source.id, day: dayKey(date), time: timeKey(date) }],
    hall: {
      kind: source.layoutId ? 'stored' : 'none',
      layoutId: source.layoutId ?? '',
      newId: newUuid(),
      name: '',
      sections: defaultSections.map((one) => ({ ...one })),
    },
    ...withOneWindow(zones),
    about: draftOf(about, date),
    publish: source.published ? 'now' : 'draft',
  }
}

/** Zones that each have a window of their own; the one that most share becomes that of the concert. */
export function withOneWindow(zones: ZoneDraft[]): Pick<ConcertDraft, 'zones' | 'saleFrom' | 'saleUntil'> {
  const like = (one: ZoneDraft): ZoneDraft[] =>
    zones.filter((zone) => zone.saleFrom === one.saleFrom && zone.saleUntil === one.saleUntil)
  const shared = zones.map(like).reduce<ZoneDraft[]>((most, some) => (some.length > most.length ? some : most), [])
  return {
    zones: zones.map((zone) =>
      shared.includes(zone) ? { ...zone, ownWindow: false, saleFrom: '', saleUntil: '' } : zone,
    ),
    saleFrom: shared[0]?.saleFrom ?? '',
    saleUntil: shared[0]?.saleUntil ?? '',
  }
}
