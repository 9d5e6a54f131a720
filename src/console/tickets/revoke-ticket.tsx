import { useState, type ReactNode } from 'react'
import { MAX_REASON_CHARACTERS, revokeTicket } from '#shop/tickets/tickets-admin.api.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { useAskingClose } from '../kit/unsaved-work.ts'

/** Revokes a ticket for a reason, which its `reader` reads. `children`: which ticket it is. */
export function RevokeTicket({
  ticketId,
  question,
  reader,
  outcome,
  children,
  onClose,
  onDone,
}: {
  ticketId: string
  question: string
  reader: 'customer' | 'guest'
  outcome: string
  children: ReactNode
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run } = useAction(() => revokeTicket(ticketId, reason.trim()), {
    done: 'Ticket revoked',
    failed: 'Error revoking ticket',
  })
  const close = useAskingClose(reason.trim() !== '', onClose)
  const confirm = async () => {
    if (busy) return
    if (reason.trim() === '') return setProblem(`Write a reason: the ${reader} reads it.`)
    setProblem(undefined)
    const result = await run()
    if (result?.ok) await onDone()
  }
  return (
    <ConfirmDialog
      open
      question={question}
      confirmLabel="Revoke ticket"
      cancelLabel="Keep it"
      busy={busy}
      busyLabel="Revoking..."
      onConfirm={confirm}
      onCancel={onClose}
      onClose={close}
    >
      <div>
        <p>{children}</p>
        <p className="mt-2 mb-4 text-muted">{outcome}</p>
        <TextField
          label="Reason"
          value={reason}
          error={problem}
          maxLength={MAX_REASON_CHARACTERS}
          autoComplete="off"
          onChange={(change) => setReason(change.target.value)}
        />
        {failure ? (
          <Note kind="bad" className="mt-4" role="alert">
            {whyFailed(failure)}
          </Note>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}
