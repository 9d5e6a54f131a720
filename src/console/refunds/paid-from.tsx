import { ok } from '#platform/failure/failure.ts'
import { findCredits } from '#shop/bank/credits.api.ts'
import type { RefundRow } from '#shop/refunds/refunds-admin.api.ts'
import { Note } from '#ui/display/note.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { payersOf } from './refund-words.ts'

/**
 * Warns when the money would go to another address than it came from, as far as the order's credits say: who pays too much
 * with one account and asks for it on another may be laundering it, and the payer's bank can take the first payment back.
 */
export function PaidFrom({ refund: { orderCode, transactionId, upiId } }: { refund: RefundRow }) {
  const { value, failure } = useLoaded(`payers of ${orderCode}`, async () => {
    const found = await Promise.all(
      [orderCode, transactionId].filter(Boolean).map((search) => findCredits({ search, state: 'used', before: null })),
    )
    return found.find((answer) => !answer.ok) ?? ok(found.flatMap((answer) => (answer.ok ? answer.value : [])))
  })
  if (failure) {
    return <p className="mb-4 text-2 text-muted">Where the money came from could not be read: {whyFailed(failure)}</p>
  }
  const payers = payersOf(value ?? [], orderCode)
  if (upiId === null || payers.length === 0 || payers.includes(upiId.toLowerCase())) return null
  return (
    <Note kind="warn" className="mb-4">
      The money came from {payers.join(' and ')}, not from {upiId}. Ask the customer why before you send it elsewhere.
    </Note>
  )
}
