import { addDays } from '#platform/time/ist.ts'

/** Returns this month and so many before it as 'YYYY-MM', the newest first; `today`: 'YYYY-MM-DD' in IST. */
export function monthsUntil(today: string, count: number): string[] {
  const months: string[] = []
  for (let first = `${today.slice(0, 7)}-01`; months.length < count; first = `${addDays(first, -1).slice(0, 7)}-01`)
    months.push(first.slice(0, 7))
  return months
}

/** Returns the first and the last day of a month, 'YYYY-MM-DD'; no bounds for null. */
export function daysOf(month: string | null): { from: string | null; to: string | null } {
  if (month === null) return { from: null, to: null }
  const first = `${month}-01`
  // The 32nd day from the first is always in the next month.
  const next = `${addDays(first, 32).slice(0, 7)}-01`
  return { from: first, to: addDays(next, -1) }
}

const names = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
] // prettier-ignore

/** Returns 'November 2026' for '2026-11'. */
export const monthName = (month: string): string => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
