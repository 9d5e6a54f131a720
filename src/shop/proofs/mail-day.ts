import { dayKey, fromIst } from '#platform/time/ist.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const pad = (number: number): string => String(number).padStart(2, '0')

/** '05-12-26', '05/12/2026' or '5-Dec-26' → '2026-12-05'; null for what is no day. Indian banks write the day first. */
export function readMailDay(text: string): string | null {
  const parts = /^(\d{1,2})([-/\s])(\d{1,2}|[a-z]{3})\2(\d{2}|\d{4})$/i.exec(text)
  if (!parts) return null
  const named = MONTHS.indexOf((parts[3] ?? '').toLowerCase()) + 1
  const month = named > 0 ? named : Number(parts[3])
  const year = Number(parts[4]) < 100 ? 2000 + Number(parts[4]) : Number(parts[4])
  const day = `${year}-${pad(month)}-${pad(Number(parts[1]))}`
  return existing(day, '00:00') === null ? null : day
}

function existing(day: string, time: string): string | null {
  try {
    return fromIst(day, time)
  } catch {
    return null
  }
}

/** Allows clocks that differ and a mail sent a moment after its credit's minute began. */
const CLOCKS_DIFFER_MS = 10 * 60_000

/**
 * Returns when the money came: the instant of day and time (IST) or, where the bank tells the day alone, the mail's own
 * date on the same Indian day and the end of the day before. ISO; null when it is after the mail, or the mail's day does
 * not follow from it.
 */
export function creditedAt(day: string, time: string | undefined, sent: Date): string | null {
  if (time !== undefined) {
    const [hour = '', minute = ''] = time.split(':')
    const at = existing(day, `${hour.padStart(2, '0')}:${minute}`)
    return at !== null && Date.parse(at) <= sent.getTime() + CLOCKS_DIFFER_MS ? at : null
  }
  if (day === dayKey(sent)) return sent.toISOString()
  return day === dayKey(sent.getTime() - 86_400_000) ? fromIst(day, '23:59') : null
}
