import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import { compareSeats, joinedMap, type SeatMap } from './seat-map.ts'

/** Why a seat is not free; `ticket` and `elsewhere` are sold, with and without a ticket of this shop. */
export type SeatOwner = 'held' | 'review' | 'ticket' | 'elsewhere' | 'kept'

export interface HallSeats {
  /** Server time, ms. */
  at: number
  categories: CategoryOwners[]
}

/** Seat labels; every other seat of the category is free. */
export interface CategoryOwners {
  categoryId: string
  total: number
  held: string[]
  review: string[]
  ticket: string[]
  elsewhere: string[]
  kept: { reason: string; seats: string[] }[]
}

/** Names a seat of an event: without a layout its categories have the same labels. */
export const seatKey = (categoryId: string, label: string): string => `${categoryId} ${label}`

export function seatOfKey(key: string): { categoryId: string; label: string } {
  const end = key.indexOf(' ')
  return { categoryId: key.slice(0, end), label: key.slice(end + 1) }
}

/** Draws several categories as one map whose labels are seat keys. `order` are section codes from front to back. */
export function hallOf(categories: readonly TicketCategory[], order: readonly string[]): SeatMap {
  const several = categories.length > 1
  return joinedMap(categories, order, (section, category) => ({
    ...section,
    name: several ? nameOf(category.name, section.name) : section.name,
    rows: section.rows.map((row) => ({
      ...row,
      seats: row.seats.map((seat) => seat && { ...seat, label: seatKey(category.id, seat.label) }),
    })),
  }))
}

const nameOf = (category: string, section: string | null): string =>
  section === null || section === category ? category : `${category} · ${section}`

export function ownersByKey(seats: HallSeats): Map<string, SeatOwner> {
  const owners = new Map<string, SeatOwner>()
  for (const { categoryId, kept, ...lists } of seats.categories) {
    for (const owner of ['held', 'review', 'ticket', 'elsewhere'] as const)
      for (const label of lists[owner]) owners.set(seatKey(categoryId, label), owner)
    for (const { seats: labels } of kept) for (const label of labels) owners.set(seatKey(categoryId, label), 'kept')
  }
  return owners
}

export type SeatCounts = Record<SeatOwner | 'free', number>

export function countSeats(categories: readonly CategoryOwners[]): SeatCounts {
  const counts: SeatCounts = { free: 0, held: 0, review: 0, ticket: 0, elsewhere: 0, kept: 0 }
  for (const category of categories) {
    const kept = category.kept.reduce((sum, { seats }) => sum + seats.length, 0)
    const { held, review, ticket, elsewhere } = category
    counts.held += held.length
    counts.review += review.length
    counts.ticket += ticket.length
    counts.elsewhere += elsewhere.length
    counts.kept += kept
    counts.free += category.total - kept - held.length - review.length - ticket.length - elsewhere.length
  }
  return counts
}

/** Keys of the kept seats by reason, across categories, most seats first. */
export function keptByReason(categories: readonly CategoryOwners[]): { reason: string; keys: string[] }[] {
  const all = new Map<string, string[]>()
  for (const { categoryId, kept } of categories)
    for (const { reason, seats } of kept)
      all.set(reason, [
        ...(all.get(reason) ?? []),
        ...[...seats].sort(compareSeats).map((seat) => seatKey(categoryId, seat)),
      ])
  return [...all]
    .map(([reason, keys]) => ({ reason, keys }))
    .sort((a, b) => b.keys.length - a.keys.length || (a.reason < b.reason ? -1 : 1))
}

/** Seats of one call; the database refuses more. */
export const MAX_SEATS_A_CALL = 500

export interface SeatsChosen {
  owner: SeatOwner | 'free'
  keys: readonly string[]
}

/**
 * Presses a seat: free seats together, kept seats together, any other alone are chosen. A second press lets the seat
 * go.
 */
export function pressSeat(
  chosen: SeatsChosen | null,
  key: string,
  owners: ReadonlyMap<string, SeatOwner>,
): SeatsChosen | null {
  const owner = owners.get(key) ?? 'free'
  if (!chosen || chosen.owner !== owner) return { owner, keys: [key] }
  if (chosen.keys.includes(key)) {
    const keys = chosen.keys.filter((other) => other !== key)
    return keys.length > 0 ? { owner, keys } : null
  }
  if (owner !== 'free' && owner !== 'kept') return { owner, keys: [key] }
  return chosen.keys.length < MAX_SEATS_A_CALL ? { owner, keys: [...chosen.keys, key] } : chosen
}

/** Adds free seats to a choice of free seats, or begins one. */
export function addFree(chosen: SeatsChosen | null, keys: readonly string[]): SeatsChosen {
  const before = chosen?.owner === 'free' ? chosen.keys : []
  return { owner: 'free', keys: [...new Set([...before, ...keys])].slice(0, MAX_SEATS_A_CALL) }
}

/** Returns what is left of a choice after others changed seats; null for nothing. */
export function stillChosen(chosen: SeatsChosen | null, owners: ReadonlyMap<string, SeatOwner>): SeatsChosen | null {
  if (!chosen) return null
  const keys = chosen.keys.filter((key) => (owners.get(key) ?? 'free') === chosen.owner)
  if (keys.length === chosen.keys.length) return chosen
  return keys.length > 0 ? { ...chosen, keys } : null
}

/** Labels by category, in seat order. */
export function byCategory(keys: readonly string[]): { categoryId: string; seats: string[] }[] {
  const all = new Map<string, string[]>()
  for (const key of keys) {
    const { categoryId, label } = seatOfKey(key)
    all.set(categoryId, [...(all.get(categoryId) ?? []), label])
  }
  return [...all].map(([categoryId, seats]) => ({ categoryId, seats: seats.sort(compareSeats) }))
}
