import type { Failure } from '#platform/failure/failure.ts'
import type { OrderedLine } from '../order.ts'

type SubmissionState = 'waiting' | 'sending' | 'sent' | 'refused' | 'needs-sign-in'

/** A payment to send. Kept after sending until the payment itself is synced. */
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
    size: number
    /** The bytes stay in `pictures` until the payment is decided. */
    uploaded: boolean
  }
  submittedAt: number
  state: SubmissionState
  /** Attempts that failed or whose outcome is unknown. */
  attempts: number
  /** Milliseconds on the device's clock. */
  nextAttemptAt: number
  failure: Failure | null
  /** Never stored: part of the picture that was uploaded, 0..1; only in the tab that sends. */
  progress?: number
  /** Never stored: the device could not save this state. `onDevice`: an earlier state is saved. */
  unkept?: { onDevice: boolean; full: boolean }
  /** The outcome that was shown to the person. */
  told: SubmissionState | null
  isTest: boolean
}
