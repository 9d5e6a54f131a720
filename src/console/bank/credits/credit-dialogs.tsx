import { useId, useState, type ReactNode } from 'react'
import { MAX_REASON_CHARACTERS, returnCredit } from '#shop/bank/credits.api.ts'
import type { Credit } from '#shop/bank/credit.ts'
import { isUpiId } from '#shop/payments/upi.ts'
import { groupReference, readReference } from '#shop/payments/utr.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextField, type TextFieldProps } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { CopyText } from '../../kit/copy-text.tsx'
import { Fact } from '../../kit/fact.tsx'
import { SendByUpi } from '../../refunds/send-by-upi.tsx'
import { setAside } from './credit-actions.ts'
import { creditFailureText, creditTime } from './credit-words.ts'
import { useAskingClose } from '../../kit/unsaved-work.ts'

export interface DialogProps {
  credit: Credit
  onClose: () => void
  onChanged: () => Promise<unknown>
}

function Refused({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <Note kind="bad" className="mt-4" role="alert">
      {creditFailureText(failure)}
    </Note>
  )
}

/** A dialog with fields about a credit; Enter in one of them confirms. */
export function CreditForm({
  question,
  confirmLabel,
  explanation,
  busy,
  failure,
  onConfirm,
  onCancel,
  onClose,
  children,
}: {
  question: string
  confirmLabel: string
  explanation: string
  busy: boolean
  failure: Failure | null
  onConfirm: () => Promise<void>
  onCancel: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <ConfirmDialog
      open
      {...{ question, confirmLabel, busy, onCancel, onClose }}
      kind="solid"
      busyLabel="Saving..."
      onConfirm={() => void onConfirm()}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onConfirm()
        }}
      >
        <p className="mb-4 text-muted">{explanation}</p>
        {children}
        <Refused failure={failure} />
        {/* With several fields Enter submits only where the form has a button. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </ConfirmDialog>
  )
}

/** Asks for one text. `read` returns what is saved, or what is wrong with the text. */
function TextDialog({
  question,
  confirmLabel,
  explanation,
  field,
  read,
  save,
  onClose,
}: {
  question: string
  confirmLabel: string
  explanation: string
  field: Omit<TextFieldProps, 'value' | 'error' | 'onChange'>
  read: (typed: string) => { value: string } | { problem: string }
  save: (value: string) => Promise<Result<unknown>>
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, failure, run } = useAction(save)
  const close = useAskingClose(typed.trim() !== '', onClose)
  const confirm = async () => {
    const said = read(typed)
    setProblem('problem' in said ? said.problem : null)
    if ('value' in said && (await run(said.value))?.ok) onClose()
  }
  return (
    <CreditForm
      {...{ question, confirmLabel, explanation, busy, failure }}
      onConfirm={confirm}
      onCancel={onClose}
      onClose={close}
    >
      <TextField
        {...field}
        value={typed}
        error={problem}
        autoComplete="off"
        data-autofocus=""
        onChange={(change) => setTyped(change.target.value)}
      />
    </CreditForm>
  )
}

export function AsideDialog({ credit, onClose, onChanged }: DialogProps) {
  return (
    <TextDialog
      question={`Set ${exactRupees(credit.amount)} aside`}
      confirmLabel="Set aside"
      explanation="For money that is no sale. It then pays for no order, until you take it back."
      field={{
        label: 'Reason',
        hint: 'Such as: our own transfer, a sponsor’s money',
        maxLength: MAX_REASON_CHARACTERS,
      }}
      read={(typed) =>
        typed.trim() === '' ? { problem: 'Write why, for whoever looks at it later.' } : { value: typed.trim() }
      }
      save={(reason) => setAside(credit, reason, onChanged)}
      onClose={onClose}
    />
  )
}

/** Records a transfer that staff made in the bank's app: nothing is sent from here. */
export function ReturnDialog({ credit, onClose, onChanged }: DialogProps) {
  const [upiId, setUpiId] = useState(credit.payerVpa ?? '')
  const [utr, setUtr] = useState('')
  const [problems, setProblems] = useState<{ upiId?: string; utr?: string }>({})
  const [upiIdField, utrField] = [useId(), useId()]
  const { busy, failure, run } = useAction((to: string, by: string) => returnCredit(credit.id, to, by), {
    done: `${exactRupees(credit.amount)} recorded as sent back`,
  })
  const amount = exactRupees(credit.amount)
  const to = upiId.trim()
  const close = useAskingClose(upiId !== (credit.payerVpa ?? '') || utr !== '', onClose)
  const confirm = async () => {
    const by = readReference(utr)
    const found = {
      ...(isUpiId(to) ? {} : { upiId: 'A UPI id is a name, @ and a bank’s handle: asha@okaxis' }),
      ...(by.kind === 'utr' ? {} : { utr: 'Enter the 12 digits that your bank’s app shows for the transfer.' }),
    }
    setProblems(found)
    if (found.upiId || by.kind !== 'utr') return document.getElementById(found.upiId ? upiIdField : utrField)?.focus()
    if (!(await run(to, by.value))?.ok) return
    await onChanged()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      question={`Send ${amount} back`}
      confirmLabel="Record as sent back"
      kind="solid"
      busy={busy}
      busyLabel="Saving..."
      onConfirm={() => void confirm()}
      onCancel={onClose}
      onClose={close}
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
          id={upiIdField}
          label="Sent to the UPI id"
          value={upiId}
          error={problems.upiId}
          maxLength={120}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(change) => setUpiId(change.target.value)}
        />
        <TextField
          id={utrField}
          label="UTR of the transfer"
          value={utr}
          error={problems.utr}
          maxLength={24}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          onChange={(change) => setUtr(change.target.value)}
        />
      </div>
      <p className="mt-4 wrap-anywhere">
        This records that {amount} has been sent{to === '' ? ' back' : ` to ${to}`}. It cannot be undone.
      </p>
      <Refused failure={failure} />
    </ConfirmDialog>
  )
}
