import { useState } from 'react'
import { hasBegun } from '#shop/orders/order-rows.store.ts'
import { isFree, type Order } from '#shop/orders/order.ts'
import { findPayment } from '#shop/orders/received-orders.store.ts'
import type { Paise } from '#shop/prices/money.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { afterAnswer, askEveryMs, isLate, NO_ANSWER } from './payment-pace.ts'

const CLOCK_MS = 1_000

export interface PaymentWatch {
  /** The shop sees payments by itself; null before its first answer. */
  live: boolean | null
  /** Money comes from the demo's pretended bank. */
  demo: boolean
  /** Paise of the order that have come: a part of its price. */
  arrived: Paise
  /** Nothing has come, although it should have. */
  late: boolean
  /** To call when a UPI app is opened, or its details are copied. */
  start: () => void
  /** To call when the customer comes back from it. */
  back: () => void
}

/**
 * Asks the shop again and again whether the order's money has come. When it has, the order ends on this device, as
 * watchCheckoutOrders() shows. Does not ask for an order that nobody can have paid yet.
 */
export function usePaymentWatch(order: Order): PaymentWatch {
  const [answers, setAnswers] = useState(NO_ANSWER)
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const [backAt, setBackAt] = useState<number | null>(null)
  const [shownAt] = useState(Date.now)
  const now = useNow(CLOCK_MS)
  const paying = { startedAt: pressedAt ?? order.payingAt, backAt, shownAt, now }
  const mayHavePaid = !order.isTest && ((order.hold !== null && !isFree(order)) || hasBegun(order))

  const ask = async (): Promise<void> => {
    const answer = await findPayment(order.id)
    setAnswers((before) => afterAnswer(before, answer))
  }
  usePolling(ask, mayHavePaid ? askEveryMs(answers, paying) : null, { atOnce: true })

  return {
    live: answers.live,
    demo: answers.demo,
    arrived: answers.arrived,
    late: isLate(paying),
    start: () => setPressedAt(Date.now()),
    back: () => setBackAt(Date.now()),
  }
}
