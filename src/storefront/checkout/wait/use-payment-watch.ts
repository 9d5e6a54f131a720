import { useState, useEffect, useEffectEvent } from 'react'
import { hasBegun } from '#shop/orders/order-rows.store.ts'
import { isFree, type Order } from '#shop/orders/order.ts'
import { findPayment } from '#shop/orders/received-orders.store.ts'
import type { Paise } from '#shop/prices/money.ts'
import { useNow, usePolling } from '#ui/hooks/use-time.ts'
import { afterAnswer, askEveryMs, isLate, NO_ANSWER } from './payment-pace.ts'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { notePaying } from '#shop/orders/orders.store.ts'
import { REFERENCE_FIELD_ID } from '../pay/reference-field.tsx'
import { PAYMENT_WAIT_ID } from './payment-wait.tsx'

const CLOCK_MS = 1_000

export interface PaymentWatch {
  /** The shop sees payments by itself; null before its first answer. */
  live: boolean | null
  /** Money comes from the demo's pretended bank. */
  demo: boolean
  /** Paise of the order that have come: a part of its price. */
  arrived: Paise
  /** A UPI app was opened, or its details were copied. */
  started: boolean
  /** The customer came back from it to this page. */
  returned: boolean
  /** Nothing has come, although it should have. */
  late: boolean
  /** To call when a UPI app is opened, or its details are copied. */
  start: () => void
  /** To call when the customer comes back from it. */
  back: () => void
}

/**
 * Asks the shop again and again whether the order's money has come. When it has, the order ends on this device, as
 * watchCheckoutOrders() shows. Does not ask for an order that no one can have paid yet.
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
    started: paying.startedAt !== null,
    returned: backAt !== null,
    late: isLate(paying),
    start: () => setPressedAt(Date.now()),
    back: () => setBackAt(Date.now()),
  }
}

/** Calls `onReturn` once on coming back from a UPI app. Call the returned function before leaving: the order counts as
 * begun, and the tab keeps its id, because a phone may discard the page meanwhile. */
function useReturnFromApp(orderId: string, onReturn: () => void): () => void {
  const arrive = useEffectEvent((): void => {
    if (document.visibilityState !== 'visible' || readOfTab('paying') !== orderId) return
    writeOfTab('paying', null)
    // Again: the page may have gone before the device stored it.
    void notePaying(orderId)
    onReturn()
  })
  useEffect(() => {
    const onArrival = (): void => arrive()
    onArrival()
    document.addEventListener('visibilitychange', onArrival)
    globalThis.addEventListener('pageshow', onArrival)
    return () => {
      document.removeEventListener('visibilitychange', onArrival)
      globalThis.removeEventListener('pageshow', onArrival)
    }
    // oxlint-disable-next-line exhaustive-effect-dependencies -- asks again for another order
  }, [orderId])
  return () => {
    writeOfTab('paying', orderId)
    void notePaying(orderId)
  }
}

/** A phone that discarded the page asks the shop anew. The customer is not kept waiting for its answer. */
const MAX_ANSWER_MS = 1_000

/**
 * Leads who comes back from a UPI app to what comes next: to the wait where the payment may come by itself (`second`:
 * the form is the second way), else to the reference field. Call the returned function before leaving for the app.
 */
export function useReturnFocus(orderId: string, watch: PaymentWatch, second: boolean): () => void {
  const [isBack, setIsBack] = useState(false)
  const [known, waits] = [watch.live !== null, second && !watch.late]
  const leave = useReturnFromApp(orderId, () => {
    watch.back()
    setIsBack(true)
  })
  useEffect(() => {
    if (!isBack) return
    const lead = (): void => {
      setIsBack(false)
      document.getElementById(waits ? PAYMENT_WAIT_ID : REFERENCE_FIELD_ID)?.focus()
    }
    const timer = setTimeout(lead, known ? 0 : MAX_ANSWER_MS)
    return () => clearTimeout(timer)
  }, [isBack, known, waits])
  return () => {
    watch.start()
    leave()
  }
}
