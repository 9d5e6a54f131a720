import type { CatalogueEvent, TicketCategory } from '#shop/catalogue/catalogue.ts'
import { promised } from '#platform/observable/promised.ts'
import type { OrderLine, Order, OrderedLine } from '#shop/orders/order.ts'
import { isOpenToAll, seatMapOf } from '#shop/seats/seat-map.ts'
import { companionsAmong, isKeptPlace } from '#shop/seats/seat-choice.ts'
import { seatInstead } from '#shop/seats/seat-picking.ts'
import { readCategory } from '#shop/catalogue/catalogue.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { terms } from '#ui/terms.ts'
import { latestSeats } from '../../cart/latest-seats.ts'

/** What a refused hold lost of one line, and what may take its place. */
export interface LostLine {
  line: OrderedLine
  seats: string[]
  /** Null when the event has left the catalogue. */
  known: { event: CatalogueEvent; category: TicketCategory } | null
  /** One free seat per lost one; null when there are not enough. */
  instead: string[] | null
  /** Companion seats of the order whose wheelchair place is lost: they cannot be had without it. */
  alone: string[]
  /** Another order of the same customer holds them. */
  ownElsewhere: boolean
}

/** Names the lost lines at once; offers free seats once the newest availability has been read. */
export function useLostLines(order: Order, lost: readonly OrderLine[], rest: readonly OrderedLine[]): LostLine[] {
  const named = lost.flatMap(({ ticketCategoryId, seats }) => {
    const line = order.lines.find((other) => other.ticketCategoryId === ticketCategoryId)
    return line ? [{ line, seats: [...seats], known: null, instead: null, alone: [], ownElsewhere: false }] : []
  })
  // A stable key: the arrays are new at each read.
  const key = JSON.stringify([order.id, lost])
  const offered = useWatched(
    () => promised(() => Promise.all(named.map((each) => withSeatsInstead(each, rest)))),
    [key],
  )
  return offered.value ?? named
}

async function withSeatsInstead(lost: LostLine, rest: readonly OrderedLine[]): Promise<LostLine> {
  const known = await readCategory(lost.line.ticketCategoryId)
  // No one chooses a standing place: what is left of the line goes on.
  if (!known || known.category.standing) return lost
  const seats = await latestSeats(known.category.id)
  const map = seatMapOf(known.category, isOpenToAll(known.event.date, terms().wheelchairHours, Date.now()))
  const kept = rest.find((line) => line.ticketCategoryId === known.category.id)?.seats ?? []
  const alone = companionsAmong(map, kept, lost.seats)
  const own = new Set(kept.filter((seat) => !alone.includes(seat)))
  const mine = new Set(seats?.mine)
  const taken = new Set([...(seats?.taken ?? []), ...lost.seats])
  const ownElsewhere = lost.seats.every((seat) => mine.has(seat))
  const instead: string[] = []
  for (const seat of lost.seats) {
    // No other place than one that was chosen is a wheelchair user's.
    if (isKeptPlace(map, seat)) return { ...lost, known, alone, ownElsewhere }
    const other = seatInstead(map, taken, own, seat)
    if (other === null) return { ...lost, known, alone, ownElsewhere }
    instead.push(other)
    own.add(other)
  }
  return { ...lost, known, instead, alone, ownElsewhere }
}
