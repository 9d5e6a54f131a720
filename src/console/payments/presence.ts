import { useEffect, useRef, useState } from 'react'
import { watchPayments, type PaymentWatch, type Watcher } from '#shop/payments/presence.api.ts'
import { newOrderId as newId } from '#shop/orders/order-code.ts'
import { formatTime } from '#platform/time/ist.ts'

/** How often windows tell each other what stands open in them, in milliseconds. */
const WATCH_EVERY_MS = 4_000

const nobody: PaymentWatch = { others: [], status: null }

/** Tells other reviewers what is open here and hears what is open there, while the page is in front. */
export function useWatch(open: string | null): PaymentWatch {
  const [watch, setWatch] = useState<PaymentWatch & { of: string | null }>({ ...nobody, of: open })
  const [screen] = useState(newId)

  useEffect(() => {
    let over = false
    const tell = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await watchPayments(screen, open)
      if (over) return
      // Nobody is warned of what was true a while ago.
      if (answer.ok) setWatch({ ...answer.value, of: open })
      else setWatch({ ...nobody, of: open })
    }
    void tell()
    const timer = setInterval(() => void tell(), WATCH_EVERY_MS)
    const onVisible = () => void tell()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      over = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [open, screen])

  // Leaving the page leaves the payment too.
  useEffect(() => () => void watchPayments(screen, null), [screen])

  return watch.of === open ? watch : { others: watch.others, status: null }
}

/** Who else has this payment open, as a sentence; null when nobody. */
export function wordWatchers(others: readonly Watcher[], paymentId: string): string | null {
  const here = others.filter((other) => other.paymentId === paymentId)
  const first = here[0]
  if (!first) return null
  const names = [...new Set(here.filter((other) => !other.mine).map((other) => other.userName ?? 'Someone'))]
  if (names.length === 0) return `You have it open in another window, since ${formatTime(first.since)}`
  const who = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const since = here.find((other) => !other.mine)?.since ?? first.since
  return `${who} ${names.length === 1 ? 'has' : 'have'} this payment open, since ${formatTime(since)}`
}

/** Calls once for each time the open payment stands otherwise than it is shown: somebody else decided. */
export function useDecidedElsewhere(
  now: PaymentWatch['status'],
  shown: PaymentWatch['status'],
  onDecided: () => Promise<unknown>,
): void {
  const call = useRef(onDecided)
  useEffect(() => {
    call.current = onDecided
  })
  useEffect(() => {
    if (now !== null && shown === 'pending' && now !== shown) void call.current()
  }, [now, shown])
}
