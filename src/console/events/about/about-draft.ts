import { dayKey, timeKey } from '#platform/time/ist.ts'
import { aboutLimits, type EventAbout, type EventPoster } from '#shop/catalogue/about/event-about.ts'
import { instantOf } from '../event-draft.ts'

/** The form as typed. Times are HH:MM and days YYYY-MM-DD, in IST. */
export interface AboutDraft {
  description: string
  /** One name a line. */
  lineUp: string
  doors: string
  ends: string
  /** Empty: at the first such time after the start. */
  endsDay: string
  age: string
  /** Languages with commas between them. */
  sungIn: string
  rules: string
  /** Path of the poster's files, '' without. */
  poster: string
  posterAlt: string
}
export type AboutField = keyof AboutDraft
export type AboutProblems = Partial<Record<AboutField, string>>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The database allows a day; more than this is a slip of the pen. */
const MAX_DOORS_HOURS = 12

export const draftOf = (about: EventAbout, date: string): AboutDraft => ({
  description: about.description ?? '',
  lineUp: about.lineUp.join('\n'),
  doors: about.doorsAt ? timeKey(about.doorsAt) : '',
  ends: about.endsAt ? timeKey(about.endsAt) : '',
  endsDay: about.endsAt && !isNextEnd(about.endsAt, date) ? dayKey(about.endsAt) : '',
  age: about.minimumAge === null ? '' : String(about.minimumAge),
  sungIn: about.sungIn.join(', '),
  rules: about.rules ?? '',
  poster: about.poster?.path ?? '',
  posterAlt: about.poster?.alt ?? '',
})

/** True for the first such time after the start, to the minute. */
function isNextEnd(endsAt: string, date: string): boolean {
  const next = endAfter(date, timeKey(endsAt), '')
  return next !== null && dayKey(next) === dayKey(endsAt)
}

/** Returns the fields in which two drafts differ. */
export const changedFields = (a: AboutDraft, b: AboutDraft): AboutField[] =>
  (Object.keys(a) as AboutField[]).filter((field) => a[field] !== b[field])

const lines = (text: string, at: RegExp): string[] =>
  text
    .split(at)
    .map((one) => one.trim())
    .filter(Boolean)

/** Returns the last such time at or before the start. */
function doorsBefore(date: string, time: string): string | null {
  const sameDay = instantOf(dayKey(date), time)
  if (sameDay === null || sameDay <= date) return sameDay
  return instantOf(dayKey(Date.parse(date) - DAY_MS), time)
}

/** Returns the end on that day, or the first such time after the start. */
function endAfter(date: string, time: string, day: string): string | null {
  if (day !== '') return instantOf(day, time)
  const sameDay = instantOf(dayKey(date), time)
  if (sameDay === null || sameDay > date) return sameDay
  return instantOf(dayKey(Date.parse(date) + DAY_MS), time)
}

/** Returns what the event says, or a problem for each field. `date`: its start, an ISO instant. */
export function readAbout(draft: AboutDraft, date: string): { about: EventAbout } | { problems: AboutProblems } {
  const problems: AboutProblems = {}
  const text = (field: 'description' | 'rules'): string | null => {
    const typed = draft[field].trim()
    const most = aboutLimits[field]
    if ([...typed].length > most) problems[field] = `At most ${most} characters; these are ${[...typed].length}.`
    return typed === '' ? null : typed
  }
  const names = (field: 'lineUp' | 'sungIn', at: RegExp): string[] => {
    const found = lines(draft[field], at)
    const most = aboutLimits[field]
    if (found.length > most.names) problems[field] = `At most ${most.names}; these are ${found.length}.`
    const long = found.find((one) => [...one].length > most.characters)
    if (long) problems[field] = `“${[...long].slice(0, 20).join('')}…” has more than ${most.characters} characters.`
    return found
  }
  const doorsAt = draft.doors === '' ? null : doorsBefore(date, draft.doors)
  if (draft.doors !== '' && doorsAt === null) problems.doors = 'There is no such time.'
  if (doorsAt !== null && Date.parse(date) - Date.parse(doorsAt) > MAX_DOORS_HOURS * HOUR_MS)
    problems.doors = `Doors open before the start, at most ${MAX_DOORS_HOURS} hours.`
  const endsAt = draft.ends === '' ? null : endAfter(date, draft.ends, draft.endsDay)
  if (draft.ends !== '' && endsAt === null) problems.ends = 'There is no such day and time.'
  if (draft.ends === '' && draft.endsDay !== '') problems.ends = 'Choose a time as well.'
  if (endsAt !== null && endsAt <= date) problems.ends = 'The end comes after the start.'
  if (endsAt !== null && Date.parse(endsAt) - Date.parse(date) > aboutLimits.endHours * HOUR_MS)
    problems.ends = 'The end is at most three days after the start.'
  const age = draft.age.trim()
  const minimumAge = age === '' ? null : Number(age)
  if (minimumAge !== null && !(/^\d{1,2}$/.test(age) && minimumAge >= 1))
    problems.age = `Enter 1 to ${aboutLimits.age}, or nothing.`
  const about: EventAbout = {
    description: text('description'),
    lineUp: names('lineUp', /\n/),
    doorsAt,
    endsAt,
    minimumAge,
    sungIn: names('sungIn', /[,\n]/),
    rules: text('rules'),
    poster: posterOfDraft(draft, problems),
  }
  return Object.keys(problems).length > 0 ? { problems } : { about }
}

function posterOfDraft(draft: AboutDraft, problems: AboutProblems): EventPoster | null {
  if (draft.poster === '') return null
  const alt = draft.posterAlt.trim()
  if (alt === '') problems.posterAlt = 'Say what the poster shows: it is read aloud to people who cannot see it.'
  if ([...alt].length > aboutLimits.posterAlt) problems.posterAlt = `At most ${aboutLimits.posterAlt} characters.`
  return { path: draft.poster, alt }
}
