import { dayKey, timeKey } from '#platform/time/ist.ts'
import { aboutLimits, type EventAbout, type EventPoster } from '#shop/catalogue/about/event-about.ts'
import { instantOf } from '../event-draft.ts'
import type { Problems } from '../event-fields.ts'

/** What an event says about itself: the fields of its form in their order, with the column of each first. */
export const aboutFields = {
  description: { label: 'Text', columns: ['description'] },
  /** One name a line. */
  lineUp: { label: 'Line-up', columns: ['line_up'] },
  /** Without https:// it is added. */
  listen: { label: 'Sound or video link', columns: ['listen_url'] },
  /** Times are HH:MM and days YYYY-MM-DD, in IST. */
  doors: { label: 'Doors open', columns: ['doors_at'] },
  ends: { label: 'Ends', columns: ['ends_at'] },
  /** Empty: at the first such time after the start. */
  endsDay: { label: 'Ends on', columns: ['ends_at'] },
  age: { label: 'Minimum age', columns: ['minimum_age'] },
  /** Languages with commas between them. */
  sungIn: { label: 'Languages sung', columns: ['sung_in'] },
  rules: { label: 'House rules', columns: ['rules'] },
  /** Path of the poster's files, '' without. */
  poster: { label: 'Poster', columns: ['poster', 'poster_alt'] },
  posterAlt: { label: 'What the poster shows', columns: ['poster_alt', 'poster'] },
} as const

export type AboutField = keyof typeof aboutFields
/** The form as typed. */
export type AboutDraft = Record<AboutField, string>

export const aboutNames = Object.keys(aboutFields) as AboutField[]
export const noAbout = Object.fromEntries(aboutNames.map((name) => [name, ''])) as AboutDraft

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The database allows a day; more than this is a slip of the pen. */
const MAX_DOORS_HOURS = 12

export const draftOf = (about: EventAbout, date: string): AboutDraft => ({
  description: about.description ?? '',
  lineUp: about.lineUp.join('\n'),
  listen: about.listenUrl ?? '',
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

/**
 * Returns a typed address of a recording as it is stored; null for none that the shop links to: https, at a named host,
 * without a user's name or a port in it. Twin: guard_event_about in 20-catalogue.sql.
 */
function readListenUrl(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z]+:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { href } = new URL(address)
  return /^https:\/\/[a-z0-9-]+([.][a-z0-9-]+)+[/?#][!-~]*$/.test(href) ? href : null
}

/** Returns what the event says, or a problem for each field, by path. `date`: its start, an ISO instant. */
export function readAbout(draft: AboutDraft, date: string): { about: EventAbout } | { problems: Problems } {
  const problems: Problems = {}
  const note = (field: AboutField, isWrong: boolean, problem: string): void => {
    if (isWrong) problems[`about.${field}`] = problem
  }
  const text = (field: 'description' | 'rules'): string | null => {
    const typed = draft[field].trim()
    const [most, { length }] = [aboutLimits[field], [...typed]]
    note(field, length > most, `At most ${most} characters; these are ${length}.`)
    return typed === '' ? null : typed
  }
  const names = (field: 'lineUp' | 'sungIn', at: RegExp): string[] => {
    const found = lines(draft[field], at)
    const most = aboutLimits[field]
    note(field, found.length > most.names, `At most ${most.names}; these are ${found.length}.`)
    const long = [...(found.find((one) => [...one].length > most.characters) ?? '')]
    note(field, long.length > 0, `“${long.slice(0, 20).join('')}…” has more than ${most.characters} characters.`)
    return found
  }
  const listen = (): string | null => {
    const typed = draft.listen.trim()
    if (typed === '') return null
    const url = readListenUrl(typed)
    note('listen', url === null, 'Enter an address that begins with https://, as your browser shows it.')
    const most = aboutLimits.listenUrl
    note('listen', url !== null && url.length > most, `At most ${most} characters; these are ${url?.length}.`)
    return url
  }
  const doors = (): string | null => {
    const at = draft.doors === '' ? null : doorsBefore(date, draft.doors)
    note('doors', draft.doors !== '' && at === null, 'There is no such time.')
    const hours = at === null ? 0 : hoursBetween(at, date)
    note('doors', hours > MAX_DOORS_HOURS, `Doors open before the start, at most ${MAX_DOORS_HOURS} hours.`)
    return at
  }
  const ends = (): string | null => {
    const at = draft.ends === '' ? null : endAfter(date, draft.ends, draft.endsDay)
    note('ends', draft.ends !== '' && at === null, 'There is no such day and time.')
    note('ends', draft.ends === '' && draft.endsDay !== '', 'Choose a time as well.')
    note('ends', at !== null && at <= date, 'The end comes after the start.')
    const hours = at === null ? 0 : hoursBetween(date, at)
    note('ends', hours > aboutLimits.endHours, 'The end is at most three days after the start.')
    return at
  }
  const age = (): number | null => {
    const typed = draft.age.trim()
    const isRight = /^\d{1,2}$/.test(typed) && Number(typed) >= 1
    note('age', typed !== '' && !isRight, `Enter 1 to ${aboutLimits.age}, or nothing.`)
    return typed === '' ? null : Number(typed)
  }
  const poster = (): EventPoster | null => {
    if (draft.poster === '') return null
    const alt = draft.posterAlt.trim()
    note('posterAlt', alt === '', 'Say what the poster shows: it is read aloud to people who cannot see it.')
    note('posterAlt', [...alt].length > aboutLimits.posterAlt, `At most ${aboutLimits.posterAlt} characters.`)
    return { path: draft.poster, alt }
  }
  const about: EventAbout = {
    description: text('description'),
    lineUp: names('lineUp', /\n/),
    listenUrl: listen(),
    doorsAt: doors(),
    endsAt: ends(),
    minimumAge: age(),
    sungIn: names('sungIn', /[,\n]/),
    rules: text('rules'),
    poster: poster(),
  }
  return Object.keys(problems).length > 0 ? { problems } : { about }
}

const hoursBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / HOUR_MS
