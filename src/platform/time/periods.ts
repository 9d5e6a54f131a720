import { addDays, dayKey, fromIst, istParts } from './ist.ts'
import type { Instant } from './ist.ts'

export const periods = ['weekend', 'month'] as const
export type Period = (typeof periods)[number]

/** From `from` until just before `until`, in ms since the epoch. */
export interface Span {
  from: number
  until: number
}

const FRIDAY_EVENING = '17:00'
const FRIDAY = 5
const MAX_MONTH_DAYS = 31

const span = (from: string, until: string): Span => ({ from: Date.parse(from), until: Date.parse(until) })

/** Returns the current or next weekend in India: Saturday and Sunday, on a Friday from 17:00 of that day. */
export function weekendOf(now: Instant): Span {
  const { weekday } = istParts(now)
  const today = dayKey(now)
  const saturday = addDays(today, weekday === 0 ? -1 : 6 - weekday)
  const from = weekday === FRIDAY ? fromIst(today, FRIDAY_EVENING) : fromIst(saturday)
  return span(from, fromIst(addDays(saturday, 2)))
}

export function monthOf(now: Instant): Span {
  const firstOf = (day: string): string => `${day.slice(0, 7)}-01`
  const first = firstOf(dayKey(now))
  return span(fromIst(first), fromIst(firstOf(addDays(first, MAX_MONTH_DAYS))))
}

export const spanOf = (period: Period, now: Instant): Span => (period === 'weekend' ? weekendOf(now) : monthOf(now))
