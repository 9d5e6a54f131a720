import { compareSeats, type SeatMap, type SeatMapSeat } from '#shop/seats/seat-map.ts'
import { bestTogether, maxTogether, seatInstead, seatLeftAlone } from '#shop/seats/seat-picking.ts'

export type Refusal =
  | { kind: 'limit' }
  | { kind: 'limit-best'; n: number }
  | { kind: 'sold'; seat: string }
  | { kind: 'in-cart'; seat: string }
  | { kind: 'companion'; seat: string }
  | { kind: 'none-together'; n: number; most: number }

/** Functions here return a new choice, or the same one when nothing changed. */
export interface SeatChoice {
  selected: readonly string[]
  /** Selected, then taken by others; named until replaced or dismissed. */
  lost: readonly string[]
  refusal: Refusal | null
}

export interface SeatHall {
  map: SeatMap
  /** Sold, held or under review for others. */
  taken: ReadonlySet<string>
  /** Seats of this category in the cart; they count toward `most`. */
  inCart: ReadonlySet<string>
  /** Limit of a category in one order. */
  most: number
  /** May take a companion seat without its wheelchair place. */
  byStaff?: boolean
}

export const nothingChosen: SeatChoice = { selected: [], lost: [], refusal: null }

/** Returns how many seats the limit allows, those selected included. */
const maxSelectable = ({ inCart, most }: SeatHall): number => Math.max(0, most - inCart.size)

/** Restores a kept choice: the seats that this hall has, within the limit. */
export function chosenAgain(seats: readonly string[], hall: SeatHall): SeatChoice {
  const has = (label: string): boolean => seatOf(hall.map, (seat) => seat.label === label && !seat.blocked) !== null
  const again = inOrder(seats.filter((seat) => !hall.inCart.has(seat) && has(seat))).slice(0, maxSelectable(hall))
  const selected = again.filter((seat) => goesWith(seat, hall, again))
  return selected.length > 0 ? { ...nothingChosen, selected } : nothingChosen
}

/**
 * Selects a seat, a wheelchair place with its companion seat if that is free; gives it back, dismisses a lost one, or
 * sets `refusal`.
 */
export function pressSeat(choice: SeatChoice, hall: SeatHall, seat: string): SeatChoice {
  if (choice.lost.includes(seat)) return putAway(choice, seat)
  if (choice.selected.includes(seat)) return removeSeat(choice, hall, seat)
  if (hall.inCart.has(seat)) return { ...choice, refusal: { kind: 'in-cart', seat } }
  if (hall.taken.has(seat)) return { ...choice, refusal: { kind: 'sold', seat } }
  if (choice.selected.length >= maxSelectable(hall)) return { ...choice, refusal: { kind: 'limit' } }
  if (!goesWith(seat, hall, choice.selected)) return { ...choice, refusal: { kind: 'companion', seat } }
  const companion = seatOf(hall.map, (other) => other.companionOf === seat)?.label
  const both =
    companion !== undefined && !notFree(hall).has(companion) && choice.selected.length + 2 <= maxSelectable(hall)
  return { ...choice, selected: inOrder([...choice.selected, seat, ...(both ? [companion] : [])]), refusal: null }
}

/** Gives a seat back; a wheelchair place with its companion seat. */
export function removeSeat(choice: SeatChoice, hall: SeatHall, seat: string): SeatChoice {
  const rest = choice.selected.filter((other) => other !== seat)
  return { ...choice, selected: rest.filter((other) => goesWith(other, hall, rest)), refusal: null }
}

/** Says whether a wheelchair place is chosen that is kept for those who need it, and whether a companion's seat with it. */
export function wheelchairChoice({ selected }: SeatChoice, { map }: SeatHall): 'with-companion' | 'alone' | null {
  if (map.open || selected.length === 0) return null
  const has = (label: string): boolean => selected.includes(label)
  if (!seatOf(map, (seat) => seat.wheelchair && has(seat.label))) return null
  return seatOf(map, (seat) => seat.companionOf !== undefined && has(seat.label)) ? 'with-companion' : 'alone'
}

/**
 * Returns the seat that − takes from a line's seats: the last one; a companion seat before its wheelchair place. Without
 * a map, and for standing places, the last one.
 */
export function seatToGive(seats: readonly string[], map: SeatMap | null): string {
  const last = seats.at(-1) ?? ''
  const companion = map && seatOf(map, (seat) => seat.companionOf === last && seats.includes(seat.label))
  return companion?.label ?? last
}

/** Returns the companion seats among `seats` whose wheelchair place is one of `places`. */
export const companionsAmong = (map: SeatMap, seats: readonly string[], places: readonly string[]): string[] =>
  seats.filter((label) =>
    seatOf(map, (seat) => seat.label === label && seat.companionOf !== undefined && places.includes(seat.companionOf)),
  )

/** True for a wheelchair place that is kept for those who need it. */
export const isKeptPlace = (map: SeatMap, label: string): boolean =>
  !map.open && seatOf(map, (seat) => seat.wheelchair && seat.label === label) !== null

/** Selects the best n seats side by side; keeps the choice when there are none. */
export function chooseBest(choice: SeatChoice, hall: SeatHall, n: number): SeatChoice {
  if (n > maxSelectable(hall)) return { ...choice, refusal: { kind: 'limit-best', n } }
  const best = bestTogether(hall.map, notFree(hall), n)
  if (!best) {
    return { ...choice, refusal: { kind: 'none-together', n, most: maxTogether(hall.map, notFree(hall)) } }
  }
  return { selected: inOrder(best), lost: [], refusal: null }
}

/** Applies new availability: taken seats become lost, free ones stop being lost, seats now in the cart drop out. */
export function applyAvailability(choice: SeatChoice, hall: SeatHall): SeatChoice {
  const { taken, inCart } = hall
  const free = choice.selected.filter((seat) => !taken.has(seat) && !inCart.has(seat))
  const selected = free.length < choice.selected.length ? free.filter((seat) => goesWith(seat, hall, free)) : free
  const gone = choice.selected.filter((seat) => taken.has(seat))
  const stillLost = choice.lost.filter((seat) => taken.has(seat))
  if (selected.length === choice.selected.length && stillLost.length === choice.lost.length) return choice
  return {
    selected,
    lost: inOrder([...stillLost, ...gone]),
    refusal: choice.refusal,
  }
}

/** Returns a different free seat for each lost one; null where none is left. */
export function alternatives(choice: SeatChoice, hall: SeatHall): { lost: string; instead: string | null }[] {
  if (choice.lost.length === 0) return []
  const gone = notFree(hall)
  const mine = choice.selected.length > 0 ? [...choice.selected] : [...hall.inCart]
  return choice.lost.map((lost) => {
    const instead = seatInstead(hall.map, gone, mine, lost)
    if (instead !== null) {
      gone.add(instead)
      mine.push(instead)
    }
    return { lost, instead }
  })
}

export function takeInstead(choice: SeatChoice, hall: SeatHall, lost: string, instead: string): SeatChoice {
  const without = putAway(choice, lost)
  return without.selected.includes(instead) ? without : pressSeat(without, hall, instead)
}

export function putAway(choice: SeatChoice, lost: string): SeatChoice {
  return { ...choice, lost: choice.lost.filter((other) => other !== lost), refusal: null }
}

/** Returns how many seats are to be had together within the limit; `sold`: there were more, and others have them. */
export function mostTogether(hall: SeatHall): { most: number; sold: boolean } {
  const limit = maxSelectable(hall)
  const most = Math.min(limit, maxTogether(hall.map, notFree(hall)))
  return { most, sold: most < limit && most < maxTogether(hall.map, new Set()) }
}

/** Returns a seat that a choice by hand leaves free alone between taken ones; null without one, and for what is offered. */
export function aloneBeside({ selected }: SeatChoice, hall: SeatHall): string | null {
  if (selected.length === 0) return null
  const taken = notFree(hall)
  const mine = new Set(selected)
  const offered = bestTogether(hall.map, taken, mine.size)
  return offered?.every((seat) => mine.has(seat)) ? null : seatLeftAlone(hall.map, taken, mine)
}

/** False for a companion seat whose wheelchair place is neither among `chosen` nor in the cart. */
function goesWith(label: string, { map, inCart, byStaff }: SeatHall, chosen: readonly string[]): boolean {
  if (byStaff) return true
  const place = seatOf(map, (seat) => seat.label === label)?.companionOf
  return place === undefined || chosen.includes(place) || inCart.has(place)
}

function seatOf({ sections }: SeatMap, is: (seat: SeatMapSeat) => boolean): SeatMapSeat | null {
  for (const { rows } of sections)
    for (const { seats } of rows) for (const seat of seats) if (seat !== null && is(seat)) return seat
  return null
}

const notFree = ({ taken, inCart }: SeatHall): Set<string> => new Set([...taken, ...inCart])

const inOrder = (seats: readonly string[]): string[] => [...new Set(seats)].sort(compareSeats)
