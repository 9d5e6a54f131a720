import { useSyncExternalStore } from 'react'
import { signal } from '#platform/observable/observable.ts'
import { onPageLife } from '#platform/device/page-life.ts'
import { rejectionToSend, reviewPayment } from '#shop/payments/review.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { toast } from '#ui/toast.tsx'

/** How long a rejection can be undone, in milliseconds: nothing is sent before. */
export const UNDO_MS = 10_000

/** A rejection made on this page. `kept`: it was undone or refused, and what was written stays for the next attempt. */
export interface Rejection {
  step: 'waiting' | 'sending' | 'kept'
  note: string
  /** Why the last one was refused. */
  failure: Failure | null
}

const rejections = new Map<string, Rejection>()
/** What ends the waiting of each; `atOnce` is for a page that is being closed and hears no answer. */
const waits = new Map<string, { timer: ReturnType<typeof setTimeout>; atOnce: (() => void) | null }>()
const { subscribe, send: signalChange } = signal()
/** Counts the rejections that were recorded or refused: lists are read anew after each. */
let settled = 0

function put(id: string, rejection: Rejection | null): void {
  if (rejection) rejections.set(id, rejection)
  else rejections.delete(id)
  signalChange()
}

const toastOf = (id: string): string => `reject ${id}`

/**
 * Rejects a payment ten seconds from now, unless it is undone; until then the database and the customer know nothing of
 * it. It outlives the page of payments, and is sent at once when the console is closed or left by logging out. On a
 * device that dies meanwhile the payment stays pending, in the list of every admin.
 */
export function rejectLater(id: string, who: string, note: string): void {
  if (rejections.has(id) && rejections.get(id)!.step !== 'kept') return
  const wait = { timer: setTimeout(() => void send(id), UNDO_MS), atOnce: null as (() => void) | null }
  waits.set(id, wait)
  // Asked for now: a page that is being closed has no time to look for its session.
  void rejectionToSend(id, note).then((atOnce) => (wait.atOnce = atOnce))
  put(id, { step: 'waiting', note, failure: null })
  toast.show(`Rejecting the payment of ${who}`, {
    id: toastOf(id),
    lasts: UNDO_MS,
    action: { label: 'Undo', onClick: () => undoRejection(id) },
  })
}

/** Takes a rejection back that was not sent yet; its note stays. */
export function undoRejection(id: string): void {
  const rejection = rejections.get(id)
  if (rejection?.step !== 'waiting') return
  endWait(id)
  put(id, { ...rejection, step: 'kept' })
  toast.show('Not rejected', { id: toastOf(id) })
}

/** It was approved after all: nothing of the rejection is to be read any more. */
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

/** Sends what still waits, and is done when all of it was answered. */
export const sendRejections = async (): Promise<void> => {
  await Promise.all([...waits.keys()].map(send))
}

onPageLife({
  left() {
    for (const [id, { atOnce }] of waits) {
      // Without a session there is nothing to send: the payment stays pending.
      if (!atOnce) continue
      endWait(id)
      atOnce()
      settled += 1
      put(id, null)
      toast.dismiss(toastOf(id))
    }
  },
  // Its lists are read anew, and say what became of it.
  back: signalChange,
})

/** The rejection of this payment that was made on this page, or null. */
export const useRejection = (id: string): Rejection | null =>
  useSyncExternalStore(subscribe, () => rejections.get(id) ?? null)

/** Changes whenever a rejection was recorded or refused. */
export const useSettledRejections = (): number => useSyncExternalStore(subscribe, () => settled)
