import { addDays, dayKey, formatDay, fromIst } from '../../../src/platform/time/ist.ts'

/** An Indian day `days` ahead, as a date field has it and as the shop writes it. */
export function dayAhead(days: number): { key: string; text: string } {
  const key = addDays(dayKey(new Date()), days)
  return { key, text: formatDay(fromIst(key)) }
}
