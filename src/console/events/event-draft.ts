import type { EventListRow, EventMove } from '#shop/catalogue/admin/events-admin.api.ts'
import { dayKey, fromIst, timeKey } from '#platform/time/ist.ts'
import { noFacts, readFacts, type Problems, type TypedFacts } from './event-fields.ts'

/** What every form of a concert asks, as typed: days YYYY-MM-DD and times HH:MM, both in IST. */
export interface EventText extends TypedFacts {
  /** Its name. */
  singer: string
  dates: DateDraft[]
}

export interface DateDraft {
  id: string
  day: string
  time: string
}

export const noEvent: EventText = { singer: '', ...noFacts, dates: [{ id: '', day: '', time: '' }] }

export const typedDate = (id: string, date: string): DateDraft => ({ id, day: dayKey(date), time: timeKey(date) })

/** Returns facts and dates, after noting the problems of what is asked. Dates are after `now`, in ms. */
export function readEventText(typed: EventText, now: number, problems: Problems) {
  if (!typed.singer.trim()) problems.singer = 'Enter a singer.'
  return { facts: readFacts(typed, problems), dates: readDates(typed.dates, now, problems) }
}

function readDates(typed: readonly DateDraft[], now: number, problems: Problems): { id: string; date: string }[] {
  const found: { id: string; date: string }[] = []
  for (const [at, { id, day, time }] of typed.entries()) {
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

/** Returns the instant of a day and time in IST; null when they do not exist. */
export function instantOf(day: string, time: string): string | null {
  try {
    // Some browsers append seconds.
    return fromIst(day, time.slice(0, 5))
  } catch {
    return null
  }
}

const MINUTE_MS = 60_000

/** Returns what differs of date, city and venue. Compares dates to the minute, as forms do. */
export function changedPlace(event: Pick<EventListRow, 'date' | 'city' | 'venue'>, to: Required<EventMove>): EventMove {
  return {
    ...(minuteOf(to.date) === minuteOf(event.date) ? {} : { date: to.date }),
    ...(to.city === event.city ? {} : { city: to.city }),
    ...(to.venue === event.venue ? {} : { venue: to.venue }),
  }
}

const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / MINUTE_MS)

type Place = Pick<EventListRow, 'date' | 'city' | 'venue'>
type TypedPlace = Pick<DateDraft, 'day' | 'time'> & Pick<TypedFacts, 'city' | 'venue'>

/** Returns what a move changes; a moment that does not exist changes nothing. */
export function movedTo(event: Place, typed: TypedPlace): EventMove {
  const { city, venue } = readFacts({ ...noFacts, ...typed }, {})
  return changedPlace(event, { date: instantOf(typed.day, typed.time) ?? event.date, city, venue })
}

/** Returns the first problem of a move, at its field; null without one. `now` in ms. */
export function moveProblem(event: Place, typed: TypedPlace, now: number): Problems | null {
  const date = instantOf(typed.day, typed.time)
  if (!date) return { day: 'Choose a date and a time.' }
  if (Date.parse(date) <= now) return { day: 'Choose a time in the future.' }
  const problems: Problems = {}
  readFacts({ ...noFacts, ...typed }, problems)
  const [first] = Object.entries(problems)
  if (first) return Object.fromEntries([first])
  return Object.keys(movedTo(event, typed)).length === 0 ? { day: 'Date, time and place are unchanged.' } : null
}
