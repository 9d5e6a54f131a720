import { useEffect, useEffectEvent, useState } from 'react'
import { readOfTab, writeOfTab } from '#platform/device/stored.ts'
import { notePaying } from '#shop/orders/orders.store.ts'
import { REFERENCE_FIELD_ID } from '../pay/reference-field.tsx'
import { PAYMENT_WAIT_ID } from './payment-wait.tsx'
import type { PaymentWatch } from './use-payment-watch.ts'

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
