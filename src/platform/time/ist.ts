/** India time: one offset without daylight saving since 1945 (IANA tz database), so arithmetic is exact. */

const IST_OFFSET_MINUTES = 330
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
/** Sunday first. The brand font is subset to these words. */
export const weekdayNamesHindi = ['रवि', 'सोम', 'मंगल', 'बुध', 'गुरु', 'शुक्र', 'शनि'] as const

export interface DateWords {
  /** January first; `monthsShort` is for little room. */
  months: readonly string[]
  monthsShort: readonly string[]
  /** Short, Sunday first. */
  weekdays: readonly string[]
  /** `hour` 0–23. */
  time: (hour: number, minute: number) => string
}

/** Returns '7:30', on the 12-hour clock; `hour` 0–23. */
export const clock = (hour: number, minute: number): string => `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute)}`

const english: DateWords = {
  months: monthNames,
  monthsShort: monthNames,
  weekdays: weekdayNames,
  time: (hour, minute) => `${clock(hour, minute)} ${hour < 12 ? 'am' : 'pm'}`,
}

let words = english

/** Sets the language of days and times; null is English. Only ui/language.ts calls it. */
export function setDateLanguage(spoken: DateWords | null): void {
  words = spoken ?? english
}

export type Instant = string | number | Date

export interface IstParts {
  year: number
  month: number
  day: number
  /** 0 = Sunday. */
  weekday: number
  hour: number
  minute: number
}

const pad = (n: number, width = 2): string => String(n).padStart(width, '0')

const msOf = (at: Instant): number => (at instanceof Date ? at.getTime() : typeof at === 'number' ? at : Date.parse(at))

/** Throws RangeError for text that is no date. `month` counts from 1. */
export function istParts(at: Instant): IstParts {
  const ms = msOf(at)
  if (!Number.isFinite(ms)) throw new RangeError(`Not an instant: ${String(at)}`)
  const shifted = new Date(ms + IST_OFFSET_MINUTES * MINUTE_MS)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    weekday: shifted.getUTCDay(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  }
}

/** Returns 'YYYY-MM-DD' of the Indian day; sorts as text. */
export function dayKey(at: Instant): string {
  const { year, month, day } = istParts(at)
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** Returns 'HH:MM' on the 24-hour clock. */
export function timeKey(at: Instant): string {
  const { hour, minute } = istParts(at)
  return `${pad(hour)}:${pad(minute)}`
}

export const isSameIstDay = (a: Instant, b: Instant): boolean => dayKey(a) === dayKey(b)

/** Returns '05' */
export const formatDayNumber = (at: Instant): string => pad(istParts(at).day)

/** Returns 'Sat 5 Dec 2026', in the chosen language unless another is `spoken`. */
export function formatDay(at: Instant, spoken = words): string {
  const { year, month, day, weekday } = istParts(at)
  return `${spoken.weekdays[weekday]} ${day} ${spoken.months[month - 1]} ${year}`
}

const YEAR_PLAIN_MONTHS = 6

/** Returns the year of a day that is past or more than six months ahead, else null. */
export function yearToSay(at: Instant, now: Instant): number | null {
  const today = istParts(now)
  const months = today.month - 1 + YEAR_PLAIN_MONTHS
  const last = `${today.year + Math.floor(months / 12)}-${pad((months % 12) + 1)}-${pad(today.day)}`
  const day = dayKey(at)
  return day < dayKey(now) || day > last ? istParts(at).year : null
}

/** 'Sat 5 Dec', with the year if `yearToSay` has one. */
export const formatDayNear = (at: Instant, now: Instant): string =>
  yearToSay(at, now) === null ? formatDayShort(at) : formatDay(at)

export function formatDayShort(at: Instant): string {
  const { month, day, weekday } = istParts(at)
  return `${words.weekdays[weekday]} ${day} ${words.months[month - 1]}`
}

export function formatDayNames(at: Instant): { month: string; weekday: string } {
  const { month, weekday } = istParts(at)
  return { month: words.monthsShort[month - 1] ?? '', weekday: words.weekdays[weekday] ?? '' }
}

/** Returns '7:30 pm'; in Hindi 'शाम 7:30 बजे' */
export function formatTime(at: Instant, spoken = words): string {
  const { hour, minute } = istParts(at)
  return spoken.time(hour, minute)
}

/** Returns 'Sat 5 Dec 2026, 7:30 pm' */
export const formatDayTime = (at: Instant, spoken = words): string =>
  `${formatDay(at, spoken)}, ${formatTime(at, spoken)}`

/**
 * Converts a day and time of India: ('2026-12-05', '19:00') → '2026-12-05T13:30:00.000Z'. Throws RangeError for one
 * that does not exist.
 */
export function fromIst(day: string, time = '00:00'): string {
  const d = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  const t = /^(\d{2}):(\d{2})$/.exec(time)
  if (!d || !t) throw new RangeError(`Not an Indian day and time: ${day} ${time}`)
  const utc = Date.UTC(Number(d[1]), Number(d[2]) - 1, Number(d[3]), Number(t[1]), Number(t[2]))
  const iso = new Date(utc - IST_OFFSET_MINUTES * MINUTE_MS).toISOString()
  if (dayKey(iso) !== day || timeKey(iso) !== time) throw new RangeError(`Not an Indian day and time: ${day} ${time}`)
  return iso
}

export const addDays = (day: string, days: number): string => dayKey(Date.parse(fromIst(day)) + days * DAY_MS)
