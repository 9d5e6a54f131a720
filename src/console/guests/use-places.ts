import { useMemo } from 'react'
import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { HallSeats, SeatOwner } from '#shop/seats/hall.ts'
import { seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import type { EventHall } from '#shop/seats/seats-admin.api.ts'

export interface GuestCategory {
  id: string
  name: string
  /** Null for standing places. */
  seated: TicketCategory | null
  free: number
}

/** The ticket categories of an event that guests may get, with what is free now. */
export const categoriesOf = (hall: EventHall, seats: HallSeats): GuestCategory[] => [
  ...hall.categories.map((seated) => ({ id: seated.id, name: seated.name, seated, free: freeOf(seats, seated.id) })),
  ...hall.standing.map(({ id, name, total, sold }) => ({
    id,
    name,
    seated: null,
    free: seats.categories.some(({ categoryId }) => categoryId === id) ? freeOf(seats, id) : total - sold,
  })),
]

function freeOf(seats: HallSeats, id: string): number {
  const one = seats.categories.find(({ categoryId }) => categoryId === id)
  return one ? one.total - ownersIn(seats, id).size : 0
}

/** Why seats of one category are not free, by label. */
export function ownersIn(seats: HallSeats, categoryId: string): Map<string, SeatOwner> {
  const owners = new Map<string, SeatOwner>()
  const one = seats.categories.find((category) => category.categoryId === categoryId)
  if (!one) return owners
  for (const owner of ['held', 'review', 'ticket', 'elsewhere'] as const)
    for (const label of one[owner]) owners.set(label, owner)
  for (const { seats: labels } of one.kept) for (const label of labels) owners.set(label, 'kept')
  return owners
}

export interface CategorySeats {
  map: SeatMap
  owners: ReadonlyMap<string, SeatOwner>
  /** Not for a guest unasked: kept seats are given only by hand. */
  taken: ReadonlySet<string>
}

export function useCategorySeats(category: TicketCategory, seats: HallSeats): CategorySeats {
  const map = useMemo(() => seatMapOf(category, true), [category])
  const owners = useMemo(() => ownersIn(seats, category.id), [seats, category.id])
  const taken = useMemo(() => new Set(owners.keys()), [owners])
  return { map, owners, taken }
}
