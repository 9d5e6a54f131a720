import type { Failure } from '#platform/failure/failure.ts'
import type { OrderedLine } from '../order.ts'

type SubmissionState =
  /** Will be sent, or tried again at `nextAttemptAt`. */
  | 'waiting'
  | 'sending'
  /** The server has it. */
  | 'sent'
  /** The server turned it back for good; `failure` says why. */
  | 'refused'
  /** Waits for its owner's sign-in. */
  | 'needs-sign-in'

/** A payment on its way. Kept after it was sent, so that it stays visible until the payment itself is synced. */
export interface Submission {
  orderId: string
  orderCode: string
  ownerId: string
  reference: string
  sendAnyway: boolean
  amountPaise: number
  lines: OrderedLine[]
  screenshot: {
    name: string
    chosenAt: number
    path: string
    sha256: string
    type: string
    /** Bytes; missing in rows of the version that kept a Blob. */
    size?: number
    /** The server has the picture. Its bytes are in `pictures`, until the payment is decided. */
    uploaded: boolean
    /** Only in rows of the version that kept a Blob; see carryOver(). */
    blob?: Blob | null
  }
  submittedAt: number
  state: SubmissionState
  /** Attempts that failed, or that nobody knows the end of. */
  attempts: number
  /** Milliseconds on this device's clock. */
  nextAttemptAt: number
  /** Why the last attempt failed. */
  failure?: Failure
  /** Never stored: part of the picture that has left, 0..1; only while this very tab sends it. */
  progress?: number
  /** Never stored: the device did not take it as it is now. `onDevice`: an earlier state of it outlives this page. */
  unkept?: { onDevice: boolean; full: boolean }
  /** The person has been told how it ended: that it arrived, or was refused. */
  told?: SubmissionState
}
