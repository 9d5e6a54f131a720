import { aboutLabels } from '../about/about-fields.tsx'
import type { ConcertDraft, ZoneDraft } from '../new/draft/concert-draft.ts'
import { withOneWindow } from '../new/draft/copy-concert.ts'
import { windowOf } from './concert-change.ts'

/** Something that was stored by another admin since the form was filled. */
export interface Meanwhile {
  what: string
  stored: string
  /** It was typed in here too, and stays as typed. */
  typed: boolean
}

const fieldLabels = { singer: 'Singer', city: 'City', venue: 'Venue', state: 'State', genre: 'Genre' } as const
const zoneLabels = {
  name: 'Name',
  price: 'Price',
  total: 'Number',
  free: 'Free',
  hidden: 'Only with an access code',
  phases: 'Phases',
  saleFrom: 'Sale from',
  saleUntil: 'Sale until',
} as const
type Field = keyof typeof fieldLabels
type ZoneField = keyof typeof zoneLabels

/** True when both say the same: windows count for each zone, and the hall of a stored concert does not change here. */
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
  for (const field of Object.keys(fieldLabels) as Field[])
    draft[field] = pick(fieldLabels[field], base[field], typed[field], stored[field], String)
  const [first, mine, now] = [base.dates[0], typed.dates[0], stored.dates[0]]
  if (first && mine && now)
    draft.dates = [
      {
        id: now.id,
        day: pick('Date', first.day, mine.day, now.day, String),
        time: pick('Time', first.time, mine.time, now.time, String),
      },
    ]
  for (const field of Object.keys(aboutLabels) as (keyof typeof aboutLabels)[])
    draft.about[field] = pick(
      aboutLabels[field],
      base.about[field],
      typed.about[field],
      stored.about[field],
      field === 'poster' ? (path) => (path ? 'Another poster' : '') : String,
    )
  draft.publish = pick('Published', base.publish, typed.publish, stored.publish, (one) =>
    one === 'now' ? 'Yes' : 'No',
  )
  draft.zones = mergeZones(base, typed, stored, pick, others)
  if (draft.zones.length === 0)
    return { draft: { ...draft, saleFrom: typed.saleFrom, saleUntil: typed.saleUntil }, others }
  return { draft: { ...draft, ...withOneWindow(draft.zones) }, others }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function ownWindow(draft: ConcertDraft, zone: ZoneDraft): ZoneDraft {
  const [saleFrom, saleUntil] = windowOf(draft, zone)
  return { ...zone, ownWindow: true, saleFrom, saleUntil }
}

const said: Record<ZoneField, (zone: ZoneDraft) => string> = {
  name: ({ name }) => name,
  price: ({ price }) => price && `₹${price}`,
  total: ({ total }) => total,
  free: ({ free }) => (free ? 'Yes' : 'No'),
  hidden: ({ hidden }) => (hidden ? 'Yes' : 'No'),
  phases: ({ phases }) => phases.map(({ name, price }) => `${name} ₹${price}`).join(', '),
  saleFrom: ({ saleFrom }) => saleFrom.replace('T', ', '),
  saleUntil: ({ saleUntil }) => saleUntil.replace('T', ', '),
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
      for (const field of Object.keys(zoneLabels) as ZoneField[])
        Object.assign(merged, {
          [field]: pick(`${zoneLabels[field]} of ${zone.name}`, was[field], here[field], zone[field], () =>
            said[field](zone),
          ),
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
