import { addDays, dayKey, formatDay, fromIst } from '../../../src/platform/time/ist.ts'

/** An Indian day `days` ahead, as a date field has it and as the shop writes it. */
export function dayAhead(days: number): { key: string; text: string } {
  const key = addDays(dayKey(new Date()), days)
  return { key, text: formatDay(fromIst(key)) }
}

/** How many hours the Indian month still has: on its last day the demo has no concert of this month. */
export function hoursLeftOfMonth(now = Date.now()): number {
  let day = dayKey(now)
  const month = day.slice(0, 7)
  while (day.startsWith(month)) day = addDays(day, 1)
  return (Date.parse(fromIst(day)) - now) / 3_600_000
}
