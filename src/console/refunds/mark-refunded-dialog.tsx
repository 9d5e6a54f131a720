import { useId, useState } from 'react'
import { markRefunded, type RefundRow } from '#shop/refunds/refunds-admin.api.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { CheckField, TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { Fact } from '../kit/fact.tsx'
import { bankReference } from '../box-office/box-office-words.ts'
import { SendByUpi } from './send-by-upi.tsx'
import {
  admittedWords,
  boughtWhat,
  isHandedBack,
  recipientOf,
  refundFailureText,
  refundReasons,
  wayBack,
  payersOf,
} from './refund-words.ts'
import { ok } from '#platform/failure/failure.ts'
import { findCredits } from '#shop/bank/credits.api.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'

const MIN_UTR_LENGTH = 6

/** Of `refund` as read with the list: the database refuses the mark if the customer changed the UPI id since. */
export function MarkRefundedDialog({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const { upiId } = refund
  const byHand = isHandedBack(refund)
  const paidWith = bankReference(refund)
  const [utr, setUtr] = useState('')
  const [all, setAll] = useState(false)
  const [problem, setProblem] = useState<{ utr?: string; admitted?: string }>({})
  const { busy, failure, run } = useAction(
    () => markRefunded(refund.id, { utr: byHand ? null : utr, upiId, amount: refund.amount, admitted: all }),
    {
      done: 'Marked as refunded',
      failed: 'Error marking the refund',
    },
  )
  const [utrId, admittedId] = [useId(), useId()]
  const admitted = admittedWords(refund)
  const amount = exactRupees(refund.amount)
  const confirm = async () => {
    if (admitted && !all) {
      setProblem({ admitted: 'Tick this, or leave it unpaid.' })
      return document.getElementById(admittedId)?.focus()
    }
    if (!byHand && utr.replace(/\s/g, '').length < MIN_UTR_LENGTH) {
      setProblem({ utr: 'Enter the reference that your bank shows for the transfer.' })
      return document.getElementById(utrId)?.focus()
    }
    setProblem({})
    const result = await run()
    if (!result?.ok) return
    await onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      question={byHand ? `Give back ${amount} ${wayBack(refund)}` : `Refund ${amount}`}
      confirmLabel="Mark as refunded"
      kind="solid"
      busy={busy}
      busyLabel="Saving..."
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div>
        {admitted ? (
          <div className="mb-4">
            <Note kind="warn">{admitted}.</Note>
            <CheckField
              id={admittedId}
              label="Pay it back anyway"
              checked={all}
              error={problem.admitted}
              onChange={(change) => setAll(change.target.checked)}
            />
          </div>
        ) : null}
        <p className="mb-4 text-muted">
          {firstDo(refund)}
          {refund.ticketId ? ' Marking it as refunded revokes the ticket and frees its seats.' : ''}
        </p>
        <dl className="mb-4 border-b border-rule">
          <Fact label="To">{recipientOf(refund)}</Fact>
          {refund.sellerId === null ? null : <Fact label="Order">{refund.orderCode}</Fact>}
          {upiId !== null && !byHand ? (
            <Fact label="UPI id">
              <CopyText text={upiId} what="the UPI id" />
            </Fact>
          ) : null}
          {upiId === null && paidWith !== null ? (
            <Fact label="Paid with UTR">
              <CopyText text={paidWith} what="the UTR of the payment" />
            </Fact>
          ) : null}
          <Fact label="Amount">
            <CopyText text={(refund.amount / 100).toFixed(2)} what="the amount">
              {amount}
            </CopyText>
          </Fact>
          <Fact label="For">{boughtWhat(refund)}</Fact>
          <Fact label="Why">
            {refundReasons[refund.reason]}
            {refund.note ? `: ${refund.note}` : ''}
          </Fact>
        </dl>
        {byHand ? null : <PaidFrom refund={refund} />}
        {upiId !== null && !byHand ? (
          <SendByUpi name={refund.userName ?? upiId} vpa={upiId} amount={refund.amount} />
        ) : null}
        {byHand ? null : (
          <TextField
            id={utrId}
            label="UTR of the transfer"
            value={utr}
            error={problem.utr}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={(change) => setUtr(change.target.value)}
          />
        )}
        <p className="mt-4 wrap-anywhere">
          Marking records that {amount} has been{' '}
          {byHand ? `given back ${wayBack(refund)}` : `sent ${upiId === null ? 'back by UPI' : `to ${upiId}`}`}. It
          cannot be undone.
        </p>
        {failure ? (
          <Note kind="bad" className="mt-4" role="alert">
            {refundFailureText(failure)}
          </Note>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}

function firstDo({ method, upiId }: RefundRow): string {
  if (method === 'cash') return 'Give the money back first.'
  if (method === 'card') return 'Give the money back on the card machine first.'
  return upiId === null
    ? 'Send the money in your bank’s app first: ask the buyer for a UPI id, or send it to the account that paid.'
    : 'Send the money in your bank’s app first.'
}

/**
 * Warns when the money would go to another address than it came from, as far as the order's credits say: who pays too much
 * with one account and asks for it on another may be laundering it, and the payer's bank can take the first payment back.
 */
function PaidFrom({ refund: { orderCode, transactionId, upiId } }: { refund: RefundRow }) {
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
