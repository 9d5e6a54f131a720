import type { ConcertSource } from '#shop/catalogue/admin/concert.api.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { draftOf } from '../../about/about-draft.ts'
import { typedDate } from '../../event-draft.ts'
import { typedFacts } from '../../event-fields.ts'
import { defaultSections } from '#shop/layouts/simple-hall.ts'
import { nextSaturday, type ConcertDraft, type ZoneDraft } from './concert-draft.ts'
import { typedText } from '../../../ticket-categories/category-draft.ts'
import { shifted } from './read-concert.ts'

const WEEK_MS = 7 * 24 * 3_600_000

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

/** Returns the form of a stored concert, with its ids; all its times `move` ms later. */
export function draftOfSource(source: ConcertSource, move = 0): ConcertDraft {
  const date = new Date(Date.parse(source.date) + move).toISOString()
  const later = (at: string | null): string | null => shifted(at, move)
  const zones = source.zones.map((zone): ZoneDraft => {
    const phases = zone.phases.map((phase) => ({ ...phase, until: later(phase.until) }))
    const text = typedText(
      { ...zone, phases, saleFrom: later(zone.saleFrom), saleUntil: later(zone.saleUntil) },
      zone.kind === 'sections' ? null : zone.total,
    )
    return { id: zone.id, ...text, kind: zone.kind, sections: [...zone.sections], ownWindow: true }
  })
  const about = {
    ...source.about,
    doorsAt: later(source.about.doorsAt),
    endsAt: later(source.about.endsAt),
  }
  return {
    singer: source.singer,
    ...typedFacts(source),
    dates: [typedDate(source.id, date)],
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
