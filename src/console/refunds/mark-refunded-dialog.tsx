import { markRefunded } from '#shop/refunds/refunds-admin.api.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { CopyText, Fact } from '../kit/fact.tsx'
import { bankReference } from '../box-office/box-office-words.ts'
import { admittedWords, boughtWhat, reasonText, recipientOf, refundFailureText } from './refund-words.ts'
import { firstDraft, isTransfer, readWay } from './way-back.ts'
import { WayFields } from './way-fields.tsx'
import { plural } from '../kit/words/counted.ts'
import { FormDialog } from '../kit/form/form-dialog.tsx'

/** Marks `refund` as read with the list: the database refuses the mark if its UPI id or its amount changed since. */
export function MarkRefundedDialog({
  refund,
  onClose,
  onDone,
}: {
  refund: RefundRow
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const admitted = admittedWords(refund)
  const form = useForm({
    start: { ...firstDraft(refund), all: false },
    read: (typed) => {
      if (admitted && !typed.all) return { problems: { admitted: 'Tick this, or leave it unpaid.' } }
      const paid = readWay(typed, refund)
      return 'field' in paid ? { problems: { [paid.field]: paid.problem } } : { paid, all: typed.all }
    },
    save: ({ paid, all }) => markRefunded(refund, paid, all),
    onSaved: async () => {
      onClose()
      await onDone()
    },
    isUnsaved: ({ upiId, account, ifsc, how, utr }) =>
      [upiId, account, ifsc, how, utr].some((text) => text.trim() !== ''),
    onClose,
    done: 'Marked as refunded',
    failed: 'Error marking the refund',
  })
  const { problems, box } = form
  const amount = exactRupees(refund.amount)
  const paidWith = bankReference(refund)
  const tickets = refund.together.filter(({ ticketId }) => ticketId !== null).length
  return (
    <FormDialog
      form={form}
      question={`Refund ${amount}`}
      confirmLabel="Mark as refunded"
      words={refundFailureText}
      onClose={onClose}
    >
      {admitted ? (
        <div className="mb-4">
          <Note kind="warn">{admitted}.</Note>
          <CheckField name="admitted" label="Pay it back anyway" error={problems['admitted']} {...box('all')} />
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
      <WayFields refund={refund} form={form} />
      <p className="mt-4 wrap-anywhere">
        {isTransfer(form.draft.way) ? 'Send the money first.' : 'Give the money back first.'} Marking cannot be undone
        {tickets === 0
          ? ''
          : `, revokes the ${plural(tickets, 'ticket and frees its', 'tickets and frees their')} seats`}
        .
      </p>
    </FormDialog>
  )
}
