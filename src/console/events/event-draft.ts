import type { EventDraft, EventListRow, EventMove } from '#shop/catalogue/admin/events-admin.api.ts'
import { genres, type Genre } from '#shop/catalogue/catalogue.ts'
import { canonicalCity } from '#shop/catalogue/cities.ts'
import { dayKey, fromIst, timeKey } from '#platform/time/ist.ts'

/** The form as typed: `day` YYYY-MM-DD and `time` HH:MM, both in IST. */
export interface TypedEvent {
  singerId: string
  city: string
  venue: string
  day: string
  time: string
  genre: string
  state: string
}

export type EventProblems = Partial<Record<keyof TypedEvent, string>>

export const noEvent: TypedEvent = { singerId: '', city: '', venue: '', day: '', time: '', genre: '', state: '' }

export const typedOf = (event: EventDraft): TypedEvent => ({
  singerId: event.singerId,
  city: event.city,
  venue: event.venue,
  day: dayKey(event.date),
  time: timeKey(event.date),
  genre: event.genre ?? '',
  state: event.state ?? '',
})

/** Returns the event, or a problem for each field; only genre and state are optional. */
export function readEvent(typed: TypedEvent): { draft: EventDraft } | { problems: EventProblems } {
  const problems: EventProblems = {}
  if (!typed.singerId) problems.singerId = 'Choose a singer.'
  if (!typed.city.trim()) problems.city = 'Enter a city.'
  if (!typed.venue.trim()) problems.venue = 'Enter a venue.'
  const date = instantOf(typed.day, typed.time)
  if (!typed.day) problems.day = 'Choose a date.'
  if (!typed.time) problems.time = 'Choose a time.'
  if (typed.day && typed.time && !date) problems.day = 'There is no such date and time.'
  if (Object.keys(problems).length > 0 || !date) return { problems }
  return {
    draft: {
      singerId: typed.singerId,
      city: canonicalCity(typed.city),
      venue: typed.venue.trim(),
      date,
      genre: genres.includes(typed.genre as Genre) ? (typed.genre as Genre) : null,
      state: typed.state || null,
    },
  }
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
