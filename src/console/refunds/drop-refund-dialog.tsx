import { useState } from 'react'
import { dropRefunds } from '#shop/refunds/refunds-admin.api.ts'
import type { RefundPart, RefundRow } from '#shop/refunds/refund-rows.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { boughtWhat, recipientOf, refundFailureText } from './refund-words.ts'
import { AskDialog } from '../kit/form/form-dialog.tsx'

/** Of several tickets of an order staff choose which are no longer owed; a seat that was given back and sold always is. */
export const droppable = ({ together }: Pick<RefundRow, 'together'>): RefundPart[] =>
  together.filter(({ reason }) => reason !== 'given_back')

export function DropRefundDialog({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [kept, setKept] = useState<readonly string[]>([])
  const chosen = droppable(refund).filter(({ id }) => !kept.includes(id))
  const amount = chosen.reduce((sum, part) => sum + part.amount, 0)
  return (
    <AskDialog
      question="Write off this refund?"
      confirmLabel="Write it off"
      cancelLabel="Keep it"
      act={() => dropRefunds(chosen.map(({ id }) => id))}
      isReady={chosen.length > 0}
      saving="Writing off..."
      done="Refund written off"
      failed="Error writing off the refund"
      words={refundFailureText}
      onAnswered={onDone}
      onClose={onClose}
    >
      {refund.together.length > 1
        ? droppable(refund).map((part) => (
            <CheckField
              key={part.id}
              label={`${boughtWhat({ ...refund, together: [part] })} (${exactRupees(part.amount)})`}
              checked={!kept.includes(part.id)}
              onChange={(change) =>
                setKept(change.target.checked ? kept.filter((id) => id !== part.id) : [...kept, part.id])
              }
            />
          ))
        : null}
      {chosen.length === 0 ? (
        <p>Tick what you no longer owe.</p>
      ) : (
        <p>
          You no longer owe {exactRupees(amount)} to {recipientOf(refund)}
          {refund.sellerId === null ? ', and the customer no longer sees it.' : '.'}
          {chosen.some(({ ticketId, reason }) => ticketId !== null && reason !== 'cancelled')
            ? ' Their ticket opens the gate again.'
            : ''}
        </p>
      )}
    </AskDialog>
  )
}
