import { ACTION_TOAST_MS } from '#ui/toast/toast-options.ts'
import { useMemo, useRef } from 'react'
import { ok } from '#platform/failure/failure.ts'
import type { CartItem } from '#shop/cart/cart.ts'
import { categoryLeft, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { seatToGive } from '#shop/seats/seat-choice.ts'
import { isOpenToAll, seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { seatBeside } from '#shop/seats/seat-picking.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { toast } from '#ui/toast.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { terms } from '#ui/terms.ts'
import { cart } from './cart-state.ts'
import { latestSeats } from './latest-seats.ts'

/** Consecutive presses in one direction on a line: one toast names the seats, its Undo reverts them all. */
export interface SeatRun {
  way: 'added' | 'removed'
  seats: readonly string[]
  /** When its toast disappears, in ms. */
  until: number
}

/** Extends the run by a press at `now` (ms); starts a new run in the other direction or once the toast is gone. */
export const nextRun = (run: SeatRun | null, way: SeatRun['way'], seat: string, now: number): SeatRun => ({
  way,
  seats: run && run.way === way && now < run.until ? [...run.seats, seat] : [seat],
  until: now + ACTION_TOAST_MS,
})

/** Returns the id of one toast per line: the next one replaces it. */
export const toastIdOf = (item: CartItem): string => `cart-line ${item.id}`

/**
 * Adds with + a free seat beside the line's own, else `onPick` opens the map; − drops the last. Undo reverts the run.
 * Of standing places they change the number, and + stops where the catalogue has no more.
 */
export function Quantity({
  item,
  event,
  onPick,
}: {
  item: CartItem
  event: CatalogueEvent | null
  onPick: () => void
}) {
  const looking = useAction(async (categoryId: string) => ok(await latestSeats(categoryId)))
  const run = useRef<SeatRun | null>(null)
  const category = event?.categories.find((other) => other.id === item.categoryId)
  const standing = isStanding(item.seats)
  const full = item.seats.length >= terms().seatsPerLine
  const map = useMapOf(item, standing ? undefined : category)
  const next = seatToGive(item.seats, map)

  const say = (way: SeatRun['way'], seat: string): void => {
    const { seats } = (run.current = nextRun(run.current, way, seat, Date.now()))
    const undo = (): void => {
      run.current = null
      // In reverse, so that the seats regain their order.
      for (const one of [...seats].reverse()) cart[way === 'added' ? 'removeSeat' : 'addSeat'](item.id, one)
    }
    const now = item.seats.length + (way === 'added' ? 1 : -1)
    const words = standing
      ? t('cart.standing.now', { n: now })
      : t(way === 'added' ? 'cart.seatsAdded' : 'cart.seatsRemoved', saidSeats({ ...item, seats }))
    toast.show(words, {
      id: toastIdOf(item),
      action: { label: t('common.undo'), onClick: undo },
    })
  }

  const more = async (): Promise<void> => {
    if (full || !category) return
    if (!map) {
      const left = categoryLeft(category)
      const place = String(item.seats.length + 1)
      if (item.seats.length >= left) {
        toast.show(t('cart.standing.onlyLeft', { n: left }), { id: toastIdOf(item) })
      } else {
        cart.addSeat(item.id, place)
        say('added', place)
      }
      return
    }
    const found = await looking.run(category.id)
    if (!found?.ok) return
    const seats = found.value
    const seat = seatBeside(map, new Set(seats?.taken), item.seats)
    if (seat === null) {
      toast.show(t('cart.noneBeside'))
      onPick()
      return
    }
    cart.addSeat(item.id, seat)
    say('added', seat)
  }

  const fewer = (): void => {
    const seat = seatToGive(item.seats, map)
    cart.removeSeat(item.id, seat)
    say('removed', seat)
  }

  const button = 'grid h-full w-11 cursor-pointer place-items-center disabled:cursor-not-allowed disabled:text-control'
  return (
    <div
      role="group"
      aria-label={t(standing ? 'cart.standing.quantity' : 'cart.quantity', {
        event: item.eventName,
        category: item.categoryName,
      })}
      className="inline-flex h-11 items-center rounded-control border border-control max-desk:[--spacing:4px]"
    >
      <button
        type="button"
        className={button}
        disabled={item.seats.length <= 1}
        aria-label={standing ? t('cart.standing.fewer') : t('cart.fewer', saidSeats({ ...item, seats: [next] }))}
        onClick={fewer}
      >
        <Icon name="minus" />
      </button>
      <output className="w-8 pt-0.5 text-center tabular-nums">{item.seats.length}</output>
      <button
        type="button"
        className={button}
        disabled={full || !category}
        title={full ? t('cart.most') : undefined}
        aria-label={t('cart.more')}
        aria-busy={looking.busy}
        onClick={() => void more()}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}

/** Returns the map of a line's category; null without one. */
function useMapOf({ date }: CartItem, category: TicketCategory | undefined): SeatMap | null {
  const open = isOpenToAll(date, terms().wheelchairHours, useNow(60_000))
  return useMemo(() => (category ? seatMapOf(category, open) : null), [category, open])
}
