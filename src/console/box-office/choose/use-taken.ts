import { useEffect, useState } from 'react'
import type { OrderLine } from '#shop/orders/order-line.ts'
import { takenSeats } from '#shop/seats/seats.api.ts'
import { usePolling } from '#ui/hooks/use-polling.ts'

const REFRESH_MS = 10_000

export interface Taken {
  seats: ReadonlySet<string>
  /** Of standing places, up to 100; null for seats. */
  free: number | null
}

/** Returns the taken seats of these categories, by id; asks again every 10 s and when `refresh` is called. */
export function useTaken(ids: readonly string[]): {
  taken: ReadonlyMap<string, Taken>
  refresh: () => Promise<void>
  /** Counts seats as taken that the server has just refused. */
  mark: (lines: readonly OrderLine[]) => void
} {
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map())

  const refresh = async (): Promise<void> => {
    const answers = await Promise.all(ids.map(async (id) => [id, await takenSeats(id)] as const))
    setTaken((now) => {
      const next = new Map(now)
      for (const [id, answer] of answers)
        // Seats that this person holds as a customer are not free for a buyer at the door.
        if (answer.ok)
          next.set(id, { seats: new Set([...answer.value.taken, ...answer.value.mine]), free: answer.value.free })
      return next
    })
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
