import { seatCount, type CartItem } from '#shop/cart/cart.ts'
import { codeFor, isNeeded, priceWithCodes, reducedPrice, type OpenedCode } from '#shop/codes/code.ts'
import { watchCodes } from '#shop/codes/codes.store.ts'
import { withCatalogueData, isLost, isPayable, lineState, type LineState } from '#shop/cart/line-state.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { OrderPrice } from '#shop/prices/price.ts'
import { pricedAt } from '#shop/catalogue/sale/phases.ts'
import { watchEvent } from '#shop/catalogue/catalogue.store.ts'
import { watchSync } from '#shop/sync/sync.store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { terms } from '#ui/terms.ts'
import { useShopNow } from '../use-shop-now.ts'
import { useOwner } from '#account/session/identity.ts'
import { watchDrafts } from '#shop/orders/order-rows.store.ts'
import { useCart } from './cart-state.ts'
import { heldUntil } from './held-until.ts'

const CLOCK_MS = 15_000

export interface CartRow {
  item: CartItem
  /** As put into the cart; the same object when nothing changed. */
  chosen: CartItem
  event: CatalogueEvent | null
  state: LineState
  /** Of one seat with the code; null when no code lowers it. */
  reduced: Paise | null
}

export interface CartView {
  rows: CartRow[]
  payable: CartItem[]
  price: OrderPrice
  seats: number
  /** The code that goes with the lines; `needed`: some of them are sold only with it. */
  code: { code: OpenedCode; needed: boolean } | null
  /** False until the catalogue on this device has been read. */
  ready: boolean
}

export function useCartView(): CartView {
  const { items } = useCart()
  const { events, synced, ready } = useEventsOf(items)
  const now = useShopNow(CLOCK_MS, known(events))
  const deviceNow = useNow(CLOCK_MS)
  const owner = useOwner()
  const drafts = useWatched(watchDrafts, [owner]).value ?? []
  const codes = useWatched(watchCodes, [owner]).value ?? null
  const code = codeFor(codes, items, now)
  const rows = items.map((chosen): CartRow => {
    const read = events.get(chosen.eventId)
    const event = read && pricedAt(read, now)
    const held = heldUntil(chosen, drafts, [], deviceNow) !== null
    const state = lineState(chosen, event, new Date(now), synced, held)
    const item = withCatalogueData(chosen, event)
    return { item, chosen, event: event ?? null, state, reduced: reducedPrice(code, item) }
  })
  const sold = rows.filter((row) => isPayable(row.state))
  const payable = sold.map((row) => row.item)
  const lines = sold.map(({ item, reduced }) => ({
    unitPrice: reduced ?? item.price,
    quantity: item.seats.length,
    state: item.state,
    free: item.free,
    ...(reduced !== null && { fullPrice: item.price }),
  }))
  return {
    rows,
    payable,
    price: priceWithCodes(lines, terms()),
    seats: seatCount(payable),
    code: code && { code, needed: isNeeded(code, items) },
    ready,
  }
}

function useEventsOf(lines: readonly { eventId: string }[]): {
  events: ReadonlyMap<string, CatalogueEvent | null>
  synced: boolean
  ready: boolean
} {
  const ids = [...new Set(lines.map((line) => line.eventId))].sort()
  const events = useWatched(() => watchEvents(ids), [ids.join()]).value
  const sync = useWatched(watchSync, []).value
  return {
    events: events ?? new Map(),
    synced: typeof sync?.lastCatalogueSync === 'number',
    ready: events !== undefined,
  }
}

const known = (events: ReadonlyMap<string, CatalogueEvent | null>): CatalogueEvent[] =>
  [...events.values()].filter((event) => event !== null)

/** Returns the lines that are lost: the event is gone, cancelled or has started. */
export const useOffSale = <T extends Ordered>(lines: readonly T[]): T[] => useLinesThat(isLost, lines)

/** Returns the lines that are not sold now, but may be again: paused, or outside their window. */
export const useWaiting = <T extends Ordered>(lines: readonly T[]): T[] =>
  useLinesThat((state) => !isPayable(state) && !isLost(state), lines)

interface Ordered {
  eventId: string
  ticketCategoryId: string
}

function useLinesThat<T extends Ordered>(are: (state: LineState) => boolean, lines: readonly T[]): T[] {
  const now = useShopNow(CLOCK_MS)
  const { events, synced, ready } = useEventsOf(lines)
  if (!ready) return []
  return lines.filter((line) =>
    are(lineState({ categoryId: line.ticketCategoryId }, events.get(line.eventId), new Date(now), synced)),
  )
}

/** Watches several events; the first value comes once all are read. */
function watchEvents(ids: readonly string[]): Observable<Map<string, CatalogueEvent | null>> {
  return {
    subscribe(next, error) {
      const found = new Map<string, CatalogueEvent | null>()
      const stops = ids.map((id) =>
        watchEvent(id).subscribe((event) => {
          found.set(id, event)
          if (found.size === ids.length) next(new Map(found))
        }, error),
      )
      if (ids.length === 0) next(found)
      return () => stops.forEach((stop) => stop())
    },
  }
}
