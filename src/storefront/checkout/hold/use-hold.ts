import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isRetryable, type Failure } from '#platform/failure/failure.ts'
import { watchCodeOf } from '#shop/codes/codes.store.ts'
import { hasBegun } from '#shop/orders/order-rows.store.ts'
import { extendHold, holdOrder } from '#shop/orders/orders.store.ts'
import type { Order } from '#shop/orders/order.ts'
import { syncNow } from '#shop/sync/sync.store.ts'
import { announce } from '#ui/announce.tsx'
import { t } from '#ui/messages/messages.ts'
import { formatTime } from '#platform/time/ist.ts'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/**
 * Returns time left of a hold, in ms. `ticked` is up to a second old: without `now` ten minutes would begin at 10:01.
 */
export const holdLeft = (expiresAt: number | null, ticked: number, now = Date.now()): number =>
  expiresAt === null ? 0 : expiresAt - Math.max(ticked, now)

const HOLD_RETRY_MS = 10_000
const SPOKEN_MINUTES = [5, 2, 1] as const

type HoldState =
  | { kind: 'holding' }
  /** `expiresAt` and `left` in ms. */
  | { kind: 'held'; expiresAt: number; left: number; extended: boolean }
  | { kind: 'over' }
  /** The server did not answer; retries by itself. */
  | { kind: 'offline' }
  /** The server refused, and a retry changes nothing. */
  | { kind: 'refused'; failure: Failure }

export interface OrderHold {
  state: HoldState
  hold: () => void
  extend: () => void
  extending: boolean
}

/** Holds an order's seats once it is shown; announces 5, 2 and 1 minutes left. No state of it prevents a submission. */
export function useHold(order: Order): OrderHold {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [asking, setAsking] = useState(false)
  const extension = useAction(() => extendHold(order.id), { failed: () => t('checkout.hold.extendFailed') })
  const now = useNow(1000)
  // Only the newest request counts: the lines may have changed since.
  const latest = useRef(0)
  const seats = order.lines.map((line) => `${line.ticketCategoryId}:${line.seats.join()}`).join(';')

  const hold = useCallback(async (): Promise<void> => {
    const request = ++latest.current
    setAsking(true)
    const result = await holdOrder(order.id)
    if (latest.current !== request) return
    setAsking(false)
    setFailure(result.ok ? null : result.failure)
    // The server knows a change that this catalogue lacks; the cart must show it, too.
    if (!result.ok && result.failure.code === 'not_on_sale') void syncNow()
  }, [order.id])

  // Does not renew a hold that ends while the page is open, or that of an order already begun: the price may have
  // changed after the old one was paid.
  const holdUnlessGood = useEffectEvent((): void => {
    setFailure(null)
    if (order.hold === null || (order.hold.expiresAt <= Date.now() && !hasBegun(order))) void hold()
  })
  // oxlint-disable-next-line exhaustive-effect-dependencies, set-state-in-effect -- other seats or another order are the reason to hold
  useEffect(() => holdUnlessGood(), [seats, order.id])

  const code = useWatched(() => watchCodeOf(order), [order.id, seats, order.hold?.code]).value
  const held = order.hold?.code
  const holdWithCode = useEffectEvent((): void => {
    if (code !== undefined && held !== undefined && held !== (code?.code ?? null) && !hasBegun(order)) void hold()
  })
  // oxlint-disable-next-line exhaustive-effect-dependencies, set-state-in-effect -- a code that was added or removed is the reason to hold
  useEffect(() => holdWithCode(), [code?.code, held])

  const retries = failure !== null && isRetryable(failure)
  usePolling(hold, retries ? HOLD_RETRY_MS : null, { whileHidden: true })

  const expiresAt = order.hold?.expiresAt ?? null
  const left = holdLeft(expiresAt, now)
  useSpokenTime(expiresAt, left)

  const extend = async (): Promise<void> => {
    const result = await extension.run()
    if (result?.ok) toast.show(t('checkout.hold.extended', { time: formatTime(result.value.expiresAt) }))
  }

  return {
    state: stateOf(order, left, asking, failure),
    hold: () => void hold(),
    extend: () => void extend(),
    extending: extension.busy,
  }
}

function stateOf(order: Order, left: number, asking: boolean, failure: Failure | null): HoldState {
  if (failure && !isRetryable(failure)) return { kind: 'refused', failure }
  if (order.hold && left > 0) {
    return { kind: 'held', expiresAt: order.hold.expiresAt, left, extended: order.hold.extended }
  }
  if (failure) return { kind: 'offline' }
  if (asking || !order.hold) return { kind: 'holding' }
  return { kind: 'over' }
}

function useSpokenTime(expiresAt: number | null, left: number): void {
  const spoken = useRef<{ expiresAt: number | null; mark: number | null }>({ expiresAt: null, mark: null })
  useEffect(() => {
    if (expiresAt === null) return
    const minutes = left / 60_000
    const mark = left <= 0 ? 0 : (SPOKEN_MINUTES.findLast((each) => minutes <= each) ?? null)
    const before = spoken.current
    spoken.current = { expiresAt, mark }
    // A page opened later is silent until the next mark.
    if (before.expiresAt !== expiresAt || mark === null || before.mark === mark) return
    announce(mark === 0 ? t('checkout.hold.over') : t('checkout.hold.announce', { minutes: mark }))
  }, [expiresAt, left])
}
