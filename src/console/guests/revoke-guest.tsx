import { useState } from 'react'
import { MAX_REASON_CHARACTERS, revokeTicket } from '#shop/tickets/tickets-admin.api.ts'
import type { Guest } from '#shop/guests/guest.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { seatsText } from '../tickets/seats-text.ts'
import { nameOf } from './guest-words.ts'

export function RevokeGuest({
  guest,
  onClose,
  onDone,
}: {
  guest: Guest
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run } = useAction(() => revokeTicket(guest.ticketId, reason.trim()), {
    done: 'Ticket revoked',
    failed: 'Error revoking ticket',
  })
  const confirm = async () => {
    if (busy) return
    if (reason.trim() === '') return setProblem('Write a reason: the guest reads it.')
    setProblem(undefined)
    const result = await run()
    if (!result?.ok) return
    await onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      question={`Revoke the ticket of ${nameOf(guest)}?`}
      confirmLabel="Revoke ticket"
      cancelLabel="Keep it"
      busy={busy}
      busyLabel="Revoking..."
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div>
        <p>
          {guest.category}: {seatsText(guest.seats)}
        </p>
        <p className="mt-2 mb-4 text-muted">
          It no longer lets anyone in, its link opens nothing, and its places are free for others. This cannot be
          undone.
        </p>
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
