import { useEffect, useEffectEvent, useState } from 'react'
import { watchPayments, type PaymentWatch, type Watcher } from '#shop/payments/presence.api.ts'
import { isDecided } from '#shop/payments/payment.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { ok } from '#platform/failure/failure.ts'
import { formatTime } from '#platform/time/ist.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { useAction } from '#ui/hooks/use-action.ts'

const WATCH_EVERY_MS = 4_000

const unknown: PaymentWatch = { others: [], status: null }

/** Sends which payment is open here and reads which are open elsewhere, while the page is in front. */
export function usePaymentWatch(open: string | null): PaymentWatch {
  const [screen] = useState(newUuid)
  const watch = useLoaded(`open ${open ?? 'nothing'}`, async () => {
    if (document.visibilityState !== 'visible') return ok(unknown)
    const answer = await watchPayments(screen, open)
    // An old answer could name a reviewer who has left.
    return ok(answer.ok ? answer.value : unknown)
  })
  usePolling(watch.reload, WATCH_EVERY_MS)

  useEffect(() => () => void watchPayments(screen, null), [screen])

  const { others, status } = watch.value ?? unknown
  return { others, status: watch.current ? status : null }
}

/** Returns a sentence; null when only this window has it open. */
export function watchersText(others: readonly Watcher[], paymentId: string): string | null {
  const here = others.filter((other) => other.paymentId === paymentId)
  const first = here[0]
  if (!first) return null
  const names = [...new Set(here.filter((other) => !other.mine).map((other) => other.userName ?? 'Someone'))]
  if (names.length === 0) return `You have it open in another window, since ${formatTime(first.since)}`
  const who = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const since = here.find((other) => !other.mine)?.since ?? first.since
  return `${who} ${names.length === 1 ? 'has' : 'have'} this payment open, since ${formatTime(since)}`
}

/** Calls `onDecided` once when the payment shown as pending was decided elsewhere. */
export function useDecidedElsewhere(
  now: PaymentWatch['status'],
  shown: PaymentWatch['status'],
  onDecided: () => Promise<unknown>,
): void {
  const decided = useEffectEvent(onDecided)
  useEffect(() => {
    if (now !== null && shown !== null && !isDecided(shown) && now !== shown) void decided()
  }, [now, shown])
}

const AUTO_REFRESH_MS = 10_000

/** Refreshes every ten seconds while on and in front, at once when the page comes back, and on demand. */
export function useAutoRefresh(refresh: () => Promise<unknown>): {
  on: boolean
  setOn: (on: boolean) => void
  /** A refresh on demand is running. */
  busy: boolean
  now: () => void
} {
  const [on, setOn] = useState(true)
  const { busy, run } = useAction(async () => {
    await refresh()
    return ok(null)
  })
  usePolling(() => (busy ? null : refresh()), on ? AUTO_REFRESH_MS : null)
  return { on, setOn, busy, now: () => void run() }
}
