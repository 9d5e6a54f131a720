import { useSyncExternalStore } from 'react'
import { signal } from '#platform/observable/observable.ts'
import { onPageLife } from '#platform/device/page-life.ts'
import { rejectionToSend, reviewPayment } from '#shop/payments/review.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { toast } from '#ui/toast.tsx'

/** Ms in which a rejection can be undone; nothing is sent before. */
export const UNDO_MS = 10_000

/** `kept`: undone or refused; the note stays for the next attempt. */
export interface Rejection {
  step: 'waiting' | 'sending' | 'kept'
  note: string
  failure: Failure | null
}

const rejections = new Map<string, Rejection>()
/** `atOnce` sends from a page that is closing and gets no answer. */
const waits = new Map<string, { timer: ReturnType<typeof setTimeout>; atOnce: (() => void) | null }>()
const { subscribe, send: signalChange } = signal()
/** Counts rejections that were recorded or refused: lists reload after each. */
let settled = 0

function put(id: string, rejection: Rejection | null): void {
  if (rejection) rejections.set(id, rejection)
  else rejections.delete(id)
  signalChange()
}

const toastOf = (id: string): string => `reject ${id}`

/** Rejects after UNDO_MS, or when the console closes or logs out. If the device dies, the payment stays pending. */
export function rejectLater(id: string, who: string, note: string): void {
  if (rejections.has(id) && rejections.get(id)!.step !== 'kept') return
  const wait = { timer: setTimeout(() => void send(id), UNDO_MS), atOnce: null as (() => void) | null }
  waits.set(id, wait)
  // Prepared now: a closing page has no time to read its session.
  void rejectionToSend(id, note).then((atOnce) => (wait.atOnce = atOnce))
  put(id, { step: 'waiting', note, failure: null })
  toast.show(`Rejecting the payment of ${who}`, {
    id: toastOf(id),
    lasts: UNDO_MS,
    action: { label: 'Undo', onClick: () => undoRejection(id) },
  })
}

/** Keeps the note. Does nothing once the rejection is being sent. */
export function undoRejection(id: string): void {
  const rejection = rejections.get(id)
  if (rejection?.step !== 'waiting') return
  endWait(id)
  put(id, { ...rejection, step: 'kept' })
  toast.show('Not rejected', { id: toastOf(id) })
}

/** Forgets the rejection of a payment that was approved after all. */
export const forgetRejection = (id: string): void => put(id, null)

function endWait(id: string): void {
  clearTimeout(waits.get(id)?.timer)
  waits.delete(id)
}

async function send(id: string): Promise<void> {
  const rejection = rejections.get(id)
  if (rejection?.step !== 'waiting') return
  endWait(id)
  put(id, { ...rejection, step: 'sending' })
  const result = await reviewPayment(id, 'rejected', rejection.note)
  settled += 1
  put(id, result.ok ? null : { ...rejection, step: 'kept', failure: result.failure })
  if (result.ok) toast.success('Payment rejected', { id: toastOf(id) })
  else toast.error('Error updating payment status', { id: toastOf(id) })
}

/** Sends all waiting rejections; resolves when all are answered. */
export const sendRejections = async (): Promise<void> => {
  await Promise.all([...waits.keys()].map(send))
}

onPageLife({
  left() {
    for (const [id, { atOnce }] of waits) {
      // Without a session nothing can be sent: the payment stays pending.
      if (!atOnce) continue
      endWait(id)
      atOnce()
      settled += 1
      put(id, null)
      toast.dismiss(toastOf(id))
    }
  },
  back: signalChange,
})

export const useRejection = (id: string): Rejection | null =>
  useSyncExternalStore(subscribe, () => rejections.get(id) ?? null)

/** Changes when a rejection was recorded or refused. */
export const useSettledRejections = (): number => useSyncExternalStore(subscribe, () => settled)

export const usualReasons: readonly {
  label: string
  note: string
  /** Not said where a credit may be the payment's. */
  withoutCredit?: true
}[] = [
  {
    withoutCredit: true,
    label: 'No credit found',
    note: 'We found no credit with this UPI reference in our account. Please check the UTR in your UPI app and send it again.',
  },
  {
    label: 'Amount short',
    note: 'The amount that arrived is less than the order’s total. Please contact support so that we can return it or you can pay the rest.',
  },
  {
    label: 'Not this payment',
    note: 'Screenshot and reference belong to different payments. Please send the reference of the payment for this order.',
  },
]
