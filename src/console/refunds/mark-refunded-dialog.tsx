import { useId, useState } from 'react'
import { markRefunded, type PaidBack } from '#shop/refunds/refunds-admin.api.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { CheckField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { Fact } from '../kit/fact.tsx'
import { bankReference } from '../box-office/box-office-words.ts'
import { admittedWords, boughtWhat, reasonText, recipientOf, refundFailureText } from './refund-words.ts'
import { firstDraft, isTransfer, readWay, type WayDraft } from './way-back.ts'
import { WayFields } from './way-fields.tsx'
import { useAskingClose } from '../kit/unsaved-work.ts'
import { plural } from '../kit/words/counted.ts'

/** Of `refund` as read with the list: the database refuses the mark if its UPI id or its amount changed since. */
export function MarkRefundedDialog({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [draft, setDraft] = useState(() => firstDraft(refund))
  const [all, setAll] = useState(false)
  const [problem, setProblem] = useState<{ field: keyof WayDraft | 'admitted'; text: string } | null>(null)
  const { busy, failure, run } = useAction((paid: PaidBack) => markRefunded(refund, paid, all), {
    done: 'Marked as refunded',
    failed: 'Error marking the refund',
  })
  const ids = useId()
  const admitted = admittedWords(refund)
  const amount = exactRupees(refund.amount)
  const paidWith = bankReference(refund)
  const tickets = refund.together.filter(({ ticketId }) => ticketId !== null).length
  const close = useAskingClose(
    Object.values({ ...draft, way: '' }).some((text) => text.trim() !== ''),
    onClose,
  )
  const fail = (field: keyof WayDraft | 'admitted', text: string) => {
    setProblem({ field, text })
    document.getElementById(`${ids}${field}`)?.focus()
  }
  const confirm = async () => {
    if (admitted && !all) return fail('admitted', 'Tick this, or leave it unpaid.')
    const paid = readWay(draft, refund)
    if ('field' in paid) return fail(paid.field, paid.problem)
    setProblem(null)
    const result = await run(paid)
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
      onClose={close}
    >
      <div>
        {admitted ? (
          <div className="mb-4">
            <Note kind="warn">{admitted}.</Note>
            <CheckField
              id={`${ids}admitted`}
              label="Pay it back anyway"
              checked={all}
              error={problem?.field === 'admitted' ? problem.text : undefined}
              onChange={(change) => setAll(change.target.checked)}
            />
          </div>
        ) : null}
        <dl className="mb-4 border-b border-rule">
          <Fact label="To">{recipientOf(refund)}</Fact>
          {refund.sellerId === null ? null : <Fact label="Order">{refund.orderCode}</Fact>}
          {refund.upiId === null && paidWith !== null ? (
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
            {reasonText(refund)}
            {refund.note ? `: ${refund.note}` : ''}
          </Fact>
        </dl>
        <WayFields refund={refund} draft={draft} onDraft={setDraft} ids={ids} problem={problem} />
        <p className="mt-4 wrap-anywhere">
          {isTransfer(draft.way) ? 'Send the money first.' : 'Give the money back first.'} Marking cannot be undone
          {tickets === 0
            ? ''
            : `, revokes the ${plural(tickets, 'ticket and frees its', 'tickets and frees their')} seats`}
          .
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
