import { useState } from 'react'
import { Link } from 'react-router-dom'
import { REFUND_NOTE_MAX, startRefund } from '#backend/refunds-admin-api.ts'
import type { Failure } from '#domain/failure.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { wordRefundFailure } from './refund-words.ts'

interface RefundOf {
  paymentId: string
  /** Null: money that bought no ticket. */
  ticketId: string | null
  orderCode: string
  customer: string
  /** What it was for: 'Asha Rao - Pune, Gold: A1'. */
  what: string
}

/** Writes down that a customer gets money back, and why. The amount may be left open where there is no ticket. */
export function StartRefund({ of, onDone }: { of: RefundOf; onDone: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)}>
        Start a refund
      </Button>
      {open ? <StartDialog of={of} onClose={() => setOpen(false)} onDone={onDone} /> : null}
    </>
  )
}

function StartDialog({ of, onClose, onDone }: { of: RefundOf; onClose: () => void; onDone: () => Promise<unknown> }) {
  const [note, setNote] = useState('')
  const [rupees, setRupees] = useState('')
  const [problem, setProblem] = useState<{ note?: string; amount?: string }>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const confirm = async () => {
    if (busy) return
    const typed = rupees.replace(/[₹,\s]/g, '')
    const isAmount = /^\d{1,9}(\.\d{1,2})?$/.test(typed) && Number(typed) > 0
    const found = {
      ...(note.trim() === '' ? { note: 'Write why: the customer reads it.' } : {}),
      ...(typed !== '' && !isAmount ? { amount: 'Write an amount such as 620 or 620.50.' } : {}),
    }
    setProblem(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const paise = typed === '' ? null : Math.round(Number(typed) * 100)
    const result = await startRefund(of, note.trim(), paise)
    setBusy(false)
    if (!result.ok) {
      toast.error('Error starting the refund')
      return setFailure(result.failure)
    }
    toast.success(`${exactRupees(result.value.amount)} is owed now`)
    await onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      question="Start a refund?"
      confirmLabel="Start refund"
      kind="solid"
      busy={busy}
      busyLabel="Saving..."
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <p>
          {of.customer}, {of.what}
        </p>
        <p className="text-muted">
          The money is then listed as due under{' '}
          <Link className="link" to={withQuery(paths.adminRefunds, { q: of.orderCode })}>
            Refunds
          </Link>
          , where you pay it. The customer reads that it is owed.
          {of.ticketId ? ' From now on the ticket opens no gate.' : ''}
        </p>
        <TextField
          label="Reason"
          value={note}
          error={problem.note}
          maxLength={REFUND_NOTE_MAX}
          autoComplete="off"
          onChange={(change) => setNote(change.target.value)}
        />
        {of.ticketId === null ? (
          <TextField
            label="Amount in rupees"
            hint="Leave it empty to pay back everything that came in."
            value={rupees}
            error={problem.amount}
            inputMode="decimal"
            maxLength={16}
            autoComplete="off"
            onChange={(change) => setRupees(change.target.value)}
          />
        ) : null}
        {failure ? (
          <Note kind="bad" role="alert">
            {wordRefundFailure(failure)}
          </Note>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}
