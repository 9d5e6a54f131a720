import { useId, useState } from 'react'
import { markRefunded, type RefundRow } from '#shop/refunds/refunds-admin.api.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { CheckField, TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { Fact } from '../kit/fact.tsx'
import { admittedWords, boughtWhat, recipientOf, refundReasons, refundFailureText } from './refund-words.ts'

const MIN_UTR_LENGTH = 6

export function MarkRefundedDialog({
  refund,
  upiId,
  onClose,
  onDone,
}: {
  refund: RefundRow
  /** As read with the list; the database refuses the mark if the customer changed it since. */
  upiId: string
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [utr, setUtr] = useState('')
  const [all, setAll] = useState(false)
  const [problem, setProblem] = useState<{ utr?: string; admitted?: string }>({})
  const { busy, failure, run } = useAction(() => markRefunded(refund.id, { utr, upiId, admitted: all }), {
    done: 'Marked as refunded',
    failed: 'Error marking the refund',
  })
  const [utrId, admittedId] = [useId(), useId()]
  const admitted = admittedWords(refund)
  const amount = exactRupees(refund.amount)
  const confirm = async () => {
    if (admitted && !all) {
      setProblem({ admitted: 'Tick this, or leave it unpaid.' })
      return document.getElementById(admittedId)?.focus()
    }
    if (utr.replace(/\s/g, '').length < MIN_UTR_LENGTH) {
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
      question={`Refund ${amount}`}
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
          Send the money in your bank’s app first.
          {refund.ticketId ? ' Marking it as refunded revokes the ticket and frees its seats.' : ''}
        </p>
        <dl className="mb-4 border-b border-rule">
          <Fact label="To">{recipientOf(refund)}</Fact>
          <Fact label="UPI id">
            <CopyText text={upiId} what="the UPI id" />
          </Fact>
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
        <p className="mt-4 wrap-anywhere">
          Marking records that {amount} has been sent to {upiId}. It cannot be undone.
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
