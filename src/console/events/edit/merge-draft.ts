import { aboutFields, aboutNames } from '../about/about-draft.ts'
import { factFields, factNames } from '../event-fields.ts'
import type { ConcertDraft, ZoneDraft } from '../new/draft/concert-draft.ts'
import { withOneWindow } from '../new/draft/copy-concert.ts'
import { ownWindow, same } from './concert-change.ts'
import type { CategoryText } from '../../ticket-categories/category-draft.ts'

/** Something that was stored by another admin since the form was filled. */
export interface Meanwhile {
  what: string
  stored: string
  /** It was typed in here too, and stays as typed. */
  typed: boolean
}

const yes = (is: boolean): string => (is ? 'Yes' : 'No')
const moment = (typed: string): string => typed.replace('T', ', ')

/** What a zone asks: what each is called, and how it is said. */
const zoneFields: Record<keyof CategoryText, readonly [string, (zone: ZoneDraft) => string]> = {
  name: ['Name', ({ name }) => name],
  price: ['Price', ({ price }) => price && `₹${price}`],
  total: ['Number', ({ total }) => total],
  free: ['Free', ({ free }) => yes(free)],
  hidden: ['Only with an access code', ({ hidden }) => yes(hidden)],
  phases: ['Phases', ({ phases }) => phases.map(({ name, price }) => `${name} ₹${price}`).join(', ')],
  saleFrom: ['Sale from', ({ saleFrom }) => moment(saleFrom)],
  saleUntil: ['Sale until', ({ saleUntil }) => moment(saleUntil)],
}

type Entries = [keyof CategoryText, readonly [string, (zone: ZoneDraft) => string]][]

/**
 * Returns true when both say the same: windows count for each zone, and the hall of a stored concert does not change
 * here.
 */
export const sameDraft = (a: ConcertDraft, b: ConcertDraft): boolean => {
  const text = (draft: ConcertDraft): string =>
    JSON.stringify({
      ...draft,
      hall: null,
      saleFrom: '',
      saleUntil: '',
      zones: draft.zones.map((zone) => ownWindow(draft, zone)),
    })
  return text(a) === text(b)
}

/** Returns what is `stored` now with what was typed since `base` on top, and what others stored since. */
export function mergeDraft(
  base: ConcertDraft,
  typed: ConcertDraft,
  stored: ConcertDraft,
): { draft: ConcertDraft; others: Meanwhile[] } {
  const others: Meanwhile[] = []
  /** Three-way: what was not typed here follows what is stored. */
  const pick = <T>(what: string, was: T, mine: T, now: T, say: (value: T) => string): T => {
    const [isTyped, isStored] = [!same(mine, was), !same(now, was)]
    if (isStored && !same(now, mine)) others.push({ what, stored: say(now) || 'Nothing', typed: isTyped })
    return isTyped ? mine : now
  }
  const draft: ConcertDraft = { ...stored, about: { ...stored.about } }
  draft.singer = pick('Singer', base.singer, typed.singer, stored.singer, String)
  for (const name of factNames)
    draft[name] = pick(factFields[name].label, base[name], typed[name], stored[name], String)
  const [first, mine, now] = [base.dates[0], typed.dates[0], stored.dates[0]]
  if (first && mine && now)
    draft.dates = [
      {
        id: now.id,
        day: pick('Date', first.day, mine.day, now.day, String),
        time: pick('Time', first.time, mine.time, now.time, String),
      },
    ]
  for (const field of aboutNames)
    draft.about[field] = pick(
      aboutFields[field].label,
      base.about[field],
      typed.about[field],
      stored.about[field],
      field === 'poster' ? (path) => (path ? 'Another poster' : '') : String,
    )
  draft.publish = pick('Published', base.publish, typed.publish, stored.publish, (one) => yes(one === 'now'))
  draft.zones = mergeZones(base, typed, stored, pick, others)
  if (draft.zones.length === 0)
    return { draft: { ...draft, saleFrom: typed.saleFrom, saleUntil: typed.saleUntil }, others }
  return { draft: { ...draft, ...withOneWindow(draft.zones) }, others }
}

function mergeZones(
  base: ConcertDraft,
  typed: ConcertDraft,
  stored: ConcertDraft,
  pick: <T>(what: string, was: T, mine: T, now: T, say: (value: T) => string) => T,
  others: Meanwhile[],
): ZoneDraft[] {
  const [before, mine, now] = [base, typed, stored].map((draft) => draft.zones.map((zone) => ownWindow(draft, zone)))
  const find = (zones: ZoneDraft[], id: string): ZoneDraft | undefined => zones.find((zone) => zone.id === id)
  const zones: ZoneDraft[] = []
  for (const zone of now!) {
    const [was, here] = [find(before!, zone.id), find(mine!, zone.id)]
    if (was && here) {
      const merged = { ...zone }
      for (const [field, [label, say]] of Object.entries(zoneFields) as Entries)
        Object.assign(merged, {
          [field]: pick(`${label} of ${zone.name}`, was[field], here[field], zone[field], () => say(zone)),
        })
      zones.push(merged)
    } else if (!was) {
      // Added here and stored since by an earlier press, or added by another admin.
      if (!here) others.push({ what: `Zone ${zone.name}`, stored: 'Added', typed: false })
      zones.push(here ?? zone)
    }
  }
  const taken = new Set(zones.flatMap(({ sections }) => sections))
  for (const zone of mine!) {
    if (find(now!, zone.id)) continue
    const was = find(before!, zone.id)
    if (was) others.push({ what: `Zone ${was.name}`, stored: 'Removed', typed: !same(was, zone) })
    else zones.push({ ...zone, sections: zone.sections.filter((code) => !taken.has(code)) })
  }
  return zones
}
