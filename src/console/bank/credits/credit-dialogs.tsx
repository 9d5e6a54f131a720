import { MAX_REASON_CHARACTERS, returnCredit } from '#shop/bank/credits.api.ts'
import type { Credit } from '#shop/bank/credit.ts'
import { isUpiId } from '#shop/payments/upi.ts'
import { groupReference, readReference } from '#shop/payments/utr.ts'
import { TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { problemsIn, useForm } from '../../kit/form/use-form.ts'
import { CopyText, Fact } from '../../kit/fact.tsx'
import { SendByUpi } from '#console/refunds/way-fields.tsx'
import { setAside } from './credit-actions.ts'
import { creditFailureText, creditTime } from './credit-words.ts'

export interface DialogProps {
  credit: Credit
  onClose: () => void
  onChanged: () => Promise<unknown>
}

export function AsideDialog({ credit, onClose, onChanged }: DialogProps) {
  const form = useForm({
    start: { reason: '' },
    read: ({ reason }) =>
      problemsIn({ reason: reason.trim() === '' && 'Write why, for those who look at it later.' }) ?? {
        reason: reason.trim(),
      },
    save: ({ reason }) => setAside(credit, reason, onChanged),
    onSaved: onClose,
    isUnsaved: ({ reason }) => reason.trim() !== '',
    onClose,
  })
  return (
    <FormDialog
      form={form}
      question={`Set ${exactRupees(credit.amount)} aside`}
      confirmLabel="Set aside"
      enters
      words={creditFailureText}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">For money that is no sale. It then pays for no order, until you take it back.</p>
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="Such as: our own transfer, a sponsor’s money"
        maxLength={MAX_REASON_CHARACTERS}
        data-autofocus=""
      />
    </FormDialog>
  )
}

/** Records a transfer that staff made in the bank's app: nothing is sent from here. */
export function ReturnDialog({ credit, onClose, onChanged }: DialogProps) {
  const form = useForm({
    start: { upiId: credit.payerVpa ?? '', utr: '' },
    read: ({ upiId, utr }) => {
      const by = readReference(utr)
      const isWhole = by.kind === 'utr'
      return (
        problemsIn({
          upiId: !isUpiId(upiId.trim()) && 'A UPI id is a name, @ and a bank’s handle: asha@okaxis',
          utr: !isWhole && 'Enter the 12 digits that your bank’s app shows for the transfer.',
        }) ?? { to: upiId.trim(), by: isWhole ? by.value : '' }
      )
    },
    save: ({ to: vpa, by }) => returnCredit(credit.id, vpa, by),
    onSaved: async () => {
      await onChanged()
      onClose()
    },
    onClose,
    done: `${exactRupees(credit.amount)} recorded as sent back`,
  })
  const amount = exactRupees(credit.amount)
  const { field } = form
  const to = form.draft.upiId.trim()
  return (
    <FormDialog
      form={form}
      question={`Send ${amount} back`}
      confirmLabel="Record as sent back"
      words={creditFailureText}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Send the money in your bank’s app first, then enter its UTR here.
        {credit.payerVpa === null
          ? ' No proof names who paid: ask the payer, or send it to the account that paid.'
          : ''}
      </p>
      <dl className="mb-4 border-b border-rule">
        <Fact label="Amount">
          <CopyText text={(credit.amount / 100).toFixed(2)} what="the amount">
            {amount}
          </CopyText>
        </Fact>
        <Fact label="Came">{creditTime(credit)}</Fact>
        {credit.utrs.map((one) => (
          <Fact key={one} label="Paid with UTR">
            <CopyText text={one} what="the UTR of the credit">
              {groupReference(one)}
            </CopyText>
          </Fact>
        ))}
        {isUpiId(to) ? (
          <Fact label="UPI id">
            <CopyText text={to} what="the UPI id" />
          </Fact>
        ) : null}
      </dl>
      <SendByUpi name={to} vpa={to} amount={credit.amount} />
      <div className="grid gap-4">
        <TextField
          {...field('upiId')}
          label="Sent to the UPI id"
          maxLength={120}
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('utr')}
          label="UTR of the transfer"
          maxLength={24}
          inputMode="numeric"
          spellCheck={false}
        />
      </div>
      <p className="mt-4 wrap-anywhere">
        This records that {amount} has been sent{to === '' ? ' back' : ` to ${to}`}. It cannot be undone.
      </p>
    </FormDialog>
  )
}
