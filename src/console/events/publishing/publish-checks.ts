import type { EventListRow, Publicity } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'

/** Says in sentences what a draft may still lack. `now` in ms. */
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

/** Says what publishing does to the sale. `now` in ms. */
export function salesWords(event: EventListRow, now: number): string {
  if (event.categories === 0) return 'Customers see it, and that its tickets are not on sale yet.'
  if (event.pausedAt) return 'Customers see it. It sells nothing until you press Resume.'
  if (event.soldOut) return 'Customers see it as sold out: no ticket is left for them.'
  if (event.saleUntil && Date.parse(event.saleUntil) <= now) return 'Customers see it, and that its sale has ended.'
  if (event.saleFrom && Date.parse(event.saleFrom) > now)
    return `Customers see it, and that tickets are sold from ${formatDayTime(event.saleFrom)}.`
  return 'Customers see it and can buy tickets at once.'
}

export const publicityOf = ({ publishedAt, pausedAt }: Pick<EventListRow, 'publishedAt' | 'pausedAt'>): Publicity =>
  publishedAt === null ? 'draft' : pausedAt === null ? 'published' : 'paused'

export type SaleState =
  | { kind: 'cancelled' | 'draft' | 'over' | 'no-categories' | 'sold-out' | 'ended' | 'paused' | 'on-sale' }
  | { kind: 'before'; /** ISO instant */ at: string }

/** Returns what an event sells at `now` (ms). Kept places are not left. */
export function saleStateOf(event: EventListRow, now: number): SaleState {
  const publicity = publicityOf(event)
  if (event.status === 'cancelled') return { kind: 'cancelled' }
  if (publicity === 'draft') return { kind: 'draft' }
  if (Date.parse(event.date) < now) return { kind: 'over' }
  if (event.categories === 0) return { kind: 'no-categories' }
  if (event.soldOut) return { kind: 'sold-out' }
  if (event.saleUntil && Date.parse(event.saleUntil) <= now) return { kind: 'ended' }
  if (publicity === 'paused') return { kind: 'paused' }
  if (event.saleFrom && Date.parse(event.saleFrom) > now) return { kind: 'before', at: event.saleFrom }
  return { kind: 'on-sale' }
}

/** Says what has happened to the sale now that its pause has ended. `now` in ms. */
export function resumedWords(event: EventListRow, now: number): string {
  const state = saleStateOf({ ...event, pausedAt: null }, now)
  switch (state.kind) {
    case 'on-sale':
      return 'On sale again'
    case 'sold-out':
      return 'The pause has ended. No tickets are left.'
    case 'before':
      return `The pause has ended. Tickets are sold from ${formatDayTime(state.at)}.`
    case 'ended':
      return 'The pause has ended. The sale ended before it.'
    default:
      return 'The pause has ended'
  }
}
