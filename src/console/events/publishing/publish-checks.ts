import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'

/** What staff may have forgotten of a draft, in sentences. `now` in ms. */
export function missingOf(event: EventListRow, now: number): string[] {
  const missing: string[] = []
  if (event.categories === 0) missing.push('It has no ticket category, so nothing can be bought.')
  if (event.unpriced > 0)
    missing.push(
      event.unpriced === 1
        ? 'One ticket category has no price: its tickets cost only the fee.'
        : `${event.unpriced} ticket categories have no price: their tickets cost only the fee.`,
    )
  if (Date.parse(event.date) <= now) missing.push(`Its date, ${formatDayTime(event.date)}, is past.`)
  return missing
}

/** What publishing sets off for the sale. `now` in ms. */
export function salesWords(event: EventListRow, now: number): string {
  if (event.categories === 0) return 'Customers see it, and that its tickets are not on sale yet.'
  if (event.pausedAt) return 'Customers see it. It sells nothing until you press Resume.'
  if (event.saleFrom && Date.parse(event.saleFrom) > now)
    return `Customers see it, and that tickets are sold from ${formatDayTime(event.saleFrom)}.`
  return 'Customers see it and can buy tickets at once.'
}

export type Publicity = 'draft' | 'paused' | 'published'

export const publicityOf = ({ publishedAt, pausedAt }: Pick<EventListRow, 'publishedAt' | 'pausedAt'>): Publicity =>
  publishedAt === null ? 'draft' : pausedAt === null ? 'published' : 'paused'
