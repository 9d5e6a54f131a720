import { useEffect, useState } from 'react'
import { useReturnFromApp } from '../pay/use-return-from-app.ts'
import { REFERENCE_FIELD_ID } from '../pay/reference-field.tsx'
import { PAYMENT_WAIT_ID } from './payment-wait.tsx'
import type { PaymentWatch } from './use-payment-watch.ts'

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
