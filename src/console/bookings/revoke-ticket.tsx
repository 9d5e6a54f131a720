import type { ReactNode } from 'react'
import { MAX_REASON_CHARACTERS, revokeTicket } from '#shop/tickets/tickets-admin.api.ts'
import { TextField } from '#ui/controls/field.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { FormDialog } from '../kit/form/form-dialog.tsx'

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
  const form = useForm({
    start: { reason: '' },
    read: ({ reason }) =>
      problemsIn({ reason: reason.trim() === '' && `Write a reason: the ${reader} reads it.` }) ?? {
        reason: reason.trim(),
      },
    save: ({ reason }) => revokeTicket(ticketId, reason),
    onSaved: onDone,
    isUnsaved: ({ reason }) => reason.trim() !== '',
    onClose,
    done: 'Ticket revoked',
    failed: 'Error revoking ticket',
  })
  return (
    <FormDialog
      form={form}
      question={question}
      confirmLabel="Revoke ticket"
      cancelLabel="Keep it"
      kind="no"
      saving="Revoking..."
      onClose={onClose}
    >
      <p>{children}</p>
      <p className="mt-2 mb-4 text-muted">{outcome}</p>
      <TextField {...form.field('reason')} label="Reason" maxLength={MAX_REASON_CHARACTERS} />
    </FormDialog>
  )
}
