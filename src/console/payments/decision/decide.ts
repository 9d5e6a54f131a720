import { useCallback, useRef, useState } from 'react'
import { reviewPayment } from '#shop/payments/review.api.ts'
import { isDecided, paymentStatuses } from '#shop/payments/payment.ts'
import { failed, type Failure, type Result } from '#platform/failure/failure.ts'
import { isUuid } from '#platform/text/uuid.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { toast } from '#ui/toast.tsx'
import { whyFailed } from '../../kit/why-failed.ts'

/** Approves one payment at a time and shows a toast; callers show the Result inline. rejections.ts rejects. */
export function useApprove(): {
  approving: string | null
  approve: (id: string | null | undefined, note: string) => Promise<Result<null> | 'busy'>
} {
  const [approving, setApproving] = useState<string | null>(null)
  const busy = useRef(false)
  const approve = useCallback(async (id: string | null | undefined, note: string) => {
    if (busy.current) return 'busy'
    if (!isUuid(id)) {
      toast.error('Invalid payment ID')
      return failed('invalid', 'Invalid payment ID')
    }
    busy.current = true
    setApproving(id)
    const result = await reviewPayment(id, 'approved', note)
    busy.current = false
    setApproving(null)
    if (result.ok) toast.success('Payment approved')
    else toast.error('Error updating payment status')
    return result
  }, [])
  return { approving, approve }
}

interface Decided {
  status?: string
  reviewer?: string | null
  reviewed_at?: string | null
}

export function decisionFailureText(failure: Failure): string {
  switch (failure.code) {
    case 'already_decided': {
      const { status, reviewer, reviewed_at: at } = (failure.detail ?? {}) as Decided
      const when = at && !Number.isNaN(Date.parse(at)) ? `, ${formatDayTime(at)}` : ''
      const known = paymentStatuses.find((one) => one === status && isDecided(one))
      return `Already ${known ?? 'decided'} by ${reviewer || 'someone else'}${when}. Decisions can’t be reversed.`
    }
    case 'own_payment':
      return 'This is your own payment. Another admin has to decide it.'
    case 'reference_approved':
      return `This reference was approved for order ${typeof failure.detail === 'string' ? failure.detail : 'of someone else'}. One bank credit pays for one order.`
    case 'reference_of_refund':
      return `This is the reference of your own refund: it paid back ${typeof failure.detail === 'string' ? `order ${failure.detail}` : 'another order'}. Reject this payment.`
    case 'credit_used':
      return `The bank credit with this reference paid for order ${typeof failure.detail === 'string' ? failure.detail : 'of someone else'}. Import the newest statement; if it has no other credit, reject this payment.`
    case 'seats_lost':
      return 'This payment lost some seats. Choose others, then approve.'
    case 'not_found':
      return 'There is no such payment.'
    case 'unreachable':
      return 'The server did not answer. The decision may be recorded already; pressing again records it only once.'
    default:
      return whyFailed(failure)
  }
}
