import type { Paise } from '#shop/prices/money.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import type { SentPayout } from '#shop/refunds/payouts.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { exactRupees } from '#ui/format.ts'
import { counted } from '../../kit/words/counted.ts'
import { recipientOf, refundFailureText } from '../refund-words.ts'

/** Returns '3 payments, ₹5,400.00'. */
export const sumWords = (rows: readonly { amount: Paise }[]): string =>
  `${counted(rows.length, 'payment')}, ${exactRupees(rows.reduce((sum, { amount }) => sum + amount, 0))}`

const asFailure = ({ code, detail }: { code: string; detail: string }): Failure =>
  ({ code, detail, message: '' }) as Failure

/** Says why a line stays open. */
export const refusedText = (refused: SentPayout['refused'][number]): string => refundFailureText(asFailure(refused))

/** Says why no file was made: of each refund that is not as staff read it. */
export function payoutFailureText(failure: Failure, refunds: readonly RefundRow[]): string {
  if (failure.code !== 'changed_meanwhile' || !Array.isArray(failure.detail)) return refundFailureText(failure)
  const changed = failure.detail as { refund_id: string; code: string; detail: string }[]
  const said = changed.map((one) => {
    const refund = refunds.find(({ id }) => id === one.refund_id)
    return `${refund ? recipientOf(refund) : 'One'}: ${refundFailureText(asFailure(one))}`
  })
  return `No file was made. ${said.join(' ')}`
}
