import { useState } from 'react'
import { dropRefunds } from '#shop/refunds/refunds-admin.api.ts'
import type { RefundPart, RefundRow } from '#shop/refunds/refund-rows.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { CheckField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { boughtWhat, recipientOf, refundFailureText } from './refund-words.ts'

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
  const { busy, failure, run } = useAction(() => dropRefunds(chosen.map(({ id }) => id)), {
    done: 'Refund dropped',
    failed: 'Error dropping the refund',
  })
  const confirm = async () => {
    if (chosen.length === 0) return
    const result = await run()
    await onDone()
    if (result?.ok) onClose()
  }
  const amount = chosen.reduce((sum, part) => sum + part.amount, 0)
  return (
    <ConfirmDialog
      open
      question="Drop this refund?"
      confirmLabel="Drop refund"
      cancelLabel="Keep it"
      busy={busy}
      busyLabel="Dropping..."
      onConfirm={confirm}
      onCancel={onClose}
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
      <FailureNote failure={failure} words={refundFailureText} className="mt-4" />
    </ConfirmDialog>
  )
}
