import { useEffect, useMemo, useState } from 'react'
import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import {
  applyAvailability,
  chosenAgain,
  nothingChosen,
  type SeatChoice,
  type SeatHall,
} from '#shop/seats/seat-choice.ts'
import { parseSeatLabel, seatMapOf, zonedMap, type SeatMap } from '#shop/seats/seat-map.ts'
import { terms } from '#ui/terms.ts'
import { useCart } from '../../cart/cart-state.ts'
import { keepChosen, keptChosen } from './kept-choice.ts'
import type { Snapshots } from './use-live-seats.ts'

/** A price zone of the hall: limits and prices are its own. */
export interface Zone {
  category: TicketCategory
  hall: SeatHall
  choice: SeatChoice
}

/** What was chosen of a category: seats in the order of the hall, or standing places. */
export interface Chosen {
  category: TicketCategory
  seats: string[]
}

interface HallChoice {
  /** All zones as one map. */
  map: SeatMap
  zones: readonly Zone[]
  taken: ReadonlySet<string>
  selected: ReadonlySet<string>
  inCart: ReadonlySet<string>
  /** The zone of a seat, from 0. */
  zoneOf: (seat: string) => number
  /** Sets what is chosen in one zone; what was refused in another is said no more. */
  choose: (zone: number, next: (zone: Zone) => SeatChoice) => void
}

interface Wanted {
  open: boolean
  already?: readonly string[] | undefined
  changing?: readonly string[] | undefined
}

type Choices = Readonly<Record<string, SeatChoice>>

/** Keeps what is chosen in each zone, in the tab, and follows who takes seats meanwhile. */
export function useHallChoice(
  categories: readonly TicketCategory[],
  snapshots: Snapshots,
  { open, already, changing }: Wanted,
): HallChoice {
  const { items } = useCart()
  const most = terms().seatsPerLine
  const map = useMemo(() => zonedMap(categories, open), [categories, open])
  const maps = useMemo(() => categories.map((category) => seatMapOf(category, open)), [categories, open])
  // The seats of a line being changed are part of the choice.
  const inCart = (id: string): readonly string[] =>
    changing ? [] : (already ?? items.filter((item) => item.categoryId === id).flatMap((item) => item.seats))
  const inCartKey = JSON.stringify(categories.map(({ id }) => inCart(id)))
  const halls = useMemo<SeatHall[]>(() => {
    const carts = JSON.parse(inCartKey) as string[][]
    return categories.map(({ id }, zone) => ({
      map: maps[zone]!,
      // Nothing can be pressed before it is known what is free.
      taken: new Set(snapshots.get(id)?.taken ?? labelsOf(maps[zone]!)),
      inCart: new Set(carts[zone]),
      most,
    }))
  }, [categories, maps, snapshots, inCartKey, most])

  const [kept, setKept] = useState<Choices>({})
  let choices = kept
  for (const [zone, { id }] of categories.entries()) {
    if (!snapshots.has(id)) continue
    const begun = kept[id] ?? chosenAgain(changing ?? (already ? [] : keptChosen(id)), halls[zone]!)
    const choice = applyAvailability(begun, halls[zone]!)
    if (choice !== kept[id]) choices = { ...choices, [id]: choice }
  }
  if (choices !== kept) setKept(choices)
  const keeps = already === undefined && changing === undefined
  useEffect(() => {
    if (keeps) for (const [id, { selected }] of Object.entries(choices)) keepChosen(id, selected)
  }, [keeps, choices])

  const zones = useMemo(
    () => categories.map((category, zone) => zoneIn(choices, category, halls[zone]!)),
    [categories, halls, choices],
  )
  const codes = useMemo(
    () => new Map(maps.flatMap(({ places }, zone) => places.map((place) => [place, zone] as const))),
    [maps],
  )
  return {
    map,
    zones,
    taken: useMemo(() => union(halls.map(({ taken }) => taken)), [halls]),
    selected: useMemo(() => new Set(zones.flatMap(({ choice }) => choice.selected)), [zones]),
    inCart: useMemo(() => union(halls.map((hall) => hall.inCart)), [halls]),
    zoneOf: (seat) => codes.get(parseSeatLabel(seat)?.section ?? '') ?? 0,
    choose: (zone, next) => {
      const { id } = categories[zone]!
      setKept((was) => {
        const calm = Object.entries(was).map(([key, choice]) => [key, { ...choice, refusal: null }] as const)
        return { ...Object.fromEntries(calm), [id]: next(zoneIn(was, categories[zone]!, halls[zone]!)) }
      })
    },
  }
}

const zoneIn = (choices: Choices, category: TicketCategory, hall: SeatHall): Zone => ({
  category,
  hall,
  choice: choices[category.id] ?? nothingChosen,
})

const labelsOf = ({ sections }: SeatMap): string[] =>
  sections.flatMap(({ rows }) => rows.flatMap(({ seats }) => seats.flatMap((seat) => seat?.label ?? [])))

const union = (sets: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  sets.length === 1 ? sets[0]! : new Set(sets.flatMap((set) => [...set]))
