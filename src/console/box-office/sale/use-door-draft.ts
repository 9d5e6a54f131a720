import { useMemo, useState, useEffect } from 'react'
import type { SalesEvent } from '#shop/staff/invitations.api.ts'
import { takenAtDoor, type DoorCategory } from '#shop/box-office/box-office.api.ts'
import {
  choiceIn,
  newDraft,
  withAvailability,
  withChoice,
  withPeople,
  type DoorDraft,
} from '#shop/box-office/door-draft.ts'
import { seatsIn, withLine } from '#shop/box-office/door-sale.ts'
import { newOrderId, type OrderLine } from '#shop/orders/order.ts'
import { chooseBest, nothingChosen, pressSeat, removeSeat, type SeatHall } from '#shop/seats/seat-choice.ts'
import { isOpenToAll, seatMapOf } from '#shop/seats/seat-map.ts'
import { seatBeside } from '#shop/seats/seat-picking.ts'
import { terms } from '#ui/terms.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'

const REFRESH_MS = 10_000

interface Taken {
  seats: ReadonlySet<string>
  /** Of standing places, up to 100; null for seats. */
  free: number | null
}

/** Returns the taken seats of an event's categories, by id; asks every 10 s, for new `ids`, and when `refresh` is called. */
function useTaken(
  eventId: string,
  ids: readonly string[],
): {
  taken: ReadonlyMap<string, Taken>
  refresh: () => Promise<void>
  /** Counts seats as taken that the server has just refused. */
  mark: (lines: readonly OrderLine[]) => void
} {
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map())

  const refresh = async (): Promise<void> => {
    const answer = await takenAtDoor(eventId)
    if (!answer.ok) return
    // Seats that this person holds as a customer are not free for a buyer at the door.
    const now = [...answer.value].map(
      ([id, { taken: others, mine, free }]) => [id, { seats: new Set([...others, ...mine]), free }] as const,
    )
    setTaken(new Map(now))
  }
  usePolling(refresh, ids.length > 0 ? REFRESH_MS : null)

  const key = ids.join()
  useEffect(() => {
    if (key !== '') void refresh()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asks when the categories change, not when it renders
  }, [key])
  const mark = (lines: readonly OrderLine[]): void =>
    setTaken((now) => {
      const next = new Map(now)
      for (const { ticketCategoryId: id, seats } of lines) {
        const known = next.get(id)
        if (known?.free === null) next.set(id, { ...known, seats: new Set([...known.seats, ...seats]) })
      }
      return next
    })
  return { taken, refresh, mark }
}

const none: ReadonlySet<string> = new Set()

/** The sale being put together, kept true to what is taken while `open`. */
export function useDoorDraft(event: SalesEvent, categories: readonly DoorCategory[], open: boolean) {
  const [draft, setDraft] = useState<DoorDraft>(() => newDraft(newOrderId()))
  const [activeId, setActiveId] = useState<string | null>(null)
  /** Grows with each change of a number that was not typed. */
  const [turn, setTurn] = useState(0)
  /** Best seats that were asked for before it was known which are taken. */
  const [wanted, setWanted] = useState<{ id: string; n: number } | null>(null)
  const most = terms().seatsPerLine

  const watched = open ? categories.map(({ id }) => id) : []
  const { taken, refresh, mark } = useTaken(event.id, watched)

  const openToAll = isOpenToAll(event.date, terms().wheelchairHours, useNow(60_000))
  // The drawings stay while the lists are read again.
  const drawn = JSON.stringify(categories.map(({ id, seats }) => seats && [id, seats.totalTickets, seats.layout]))
  const maps = useMemo(
    () => new Map(categories.flatMap(({ id, seats }) => (seats ? [[id, seatMapOf(seats, openToAll)] as const] : []))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `drawn` says when a drawing changes
    [drawn, openToAll],
  )
  const hallOf = (id: string): SeatHall | null => {
    const map = maps.get(id)
    return map ? { map, taken: taken.get(id)?.seats ?? none, inCart: none, most, byStaff: true } : null
  }
  const leftOf = ({ id, left }: DoorCategory): number => {
    const known = taken.get(id)
    const map = maps.get(id)
    if (!known) return left
    // Held and under review are not left, as on the page of seats.
    if (map) return Math.max(0, map.total - known.seats.size)
    // The server counts free places up to 100.
    return known.free === null || known.free >= 100 ? left : Math.min(left, known.free)
  }

  let current = draft
  if (open)
    for (const { ticketCategoryId: id } of draft.lines) {
      const hall = hallOf(id)
      if (hall && taken.has(id)) current = withAvailability(current, id, hall)
    }
  const wantedHall = wanted && taken.has(wanted.id) ? hallOf(wanted.id) : null
  if (wanted && wantedHall) {
    current = withChoice(current, wanted.id, chooseBest(choiceIn(current, wanted.id), wantedHall, wanted.n))
    setWanted(null)
  }
  if (current !== draft) setDraft(current)

  /** Never from a drawn state: two events may come before the next drawing. */
  const put = (change: (now: DoorDraft) => DoorDraft): void => {
    setTurn((now) => now + 1)
    setDraft(change)
  }
  const best = (category: DoorCategory, hall: SeatHall, n: number): void => {
    setActiveId(category.id)
    setWanted(null)
    if (n === 0) setDraft((now) => withChoice(now, category.id, nothingChosen))
    else if (!taken.has(category.id)) setWanted({ id: category.id, n })
    else setDraft((now) => withChoice(now, category.id, chooseBest(choiceIn(now, category.id), hall, n)))
  }
  const setNumber = (category: DoorCategory, n: number): void => {
    const hall = hallOf(category.id)
    if (hall) best(category, hall, n)
    else setDraft((now) => withPeople(now, category.id, n, { most, left: leftOf(category) }))
  }

  return {
    draft: current,
    activeId,
    setActiveId,
    turn,
    taken,
    refresh,
    mark,
    hallOf,
    leftOf,
    most,
    setNumber,
    /** One more or fewer: beside seats that are chosen, the best one for none. */
    step: (category: DoorCategory, by: 1 | -1): void => {
      setActiveId(category.id)
      const seats = seatsIn(current.lines, category.id)
      const hall = hallOf(category.id)
      setTurn((now) => now + 1)
      if (!hall || seats.length === 0) return setNumber(category, Math.max(0, seats.length + by))
      put((now) => {
        const choice = choiceIn(now, category.id)
        if (by < 0) return withChoice(now, category.id, removeSeat(choice, hall, choice.selected.at(-1)!))
        const beside = seatBeside(hall.map, hall.taken, choice.selected)
        const next =
          beside === null ? chooseBest(choice, hall, choice.selected.length + 1) : pressSeat(choice, hall, beside)
        return withChoice(now, category.id, next)
      })
    },
    press: (category: DoorCategory, seat: string): void => {
      const hall = hallOf(category.id)
      if (hall) put((now) => withChoice(now, category.id, pressSeat(choiceIn(now, category.id), hall, seat)))
    },
    remove: (categoryId: string): void => put((now) => ({ ...now, lines: withLine(now.lines, categoryId, []) })),
    change: (part: Partial<DoorDraft>): void => setDraft((now) => ({ ...now, ...part })),
    put: (next: DoorDraft): void => put(() => next),
    startOver: (): void => {
      const next = newDraft(newOrderId())
      put(() => next)
      setActiveId(null)
      setWanted(null)
    },
  }
}

export type DoorDraftState = ReturnType<typeof useDoorDraft>
