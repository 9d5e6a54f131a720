import { useState } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { closeSettlement, reopenSettlement } from '#shop/settlement/settlement.api.ts'
import type { Settlement } from '#shop/settlement/settlement.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { AskDialog, FormDialog } from '../kit/form/form-dialog.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { counted, signed } from '../kit/words/counted.ts'

/** Closes the settlement of a concert that has begun or is cancelled, or opens a closed one again; each after a question. */
export function CloseSettlement({
  settlement,
  onChanged,
  onStale,
}: {
  settlement: Settlement
  onChanged: (now: Settlement) => void
  /** Reads the figures again: others than those shown are true. */
  onStale: () => Promise<unknown>
}) {
  const [asked, setAsked] = useState(false)
  const closed = settlement.closedAt !== null
  if (!closed && !settlement.mayClose)
    return <p className="text-2 text-muted">It can be closed once the concert has begun or is cancelled.</p>
  const onClose = () => setAsked(false)
  return (
    <>
      <Button kind={closed ? 'line' : 'solid'} onClick={() => setAsked(true)}>
        {closed ? 'Open it again' : 'Close the settlement'}
      </Button>
      {asked && closed ? <Reopen settlement={settlement} onChanged={onChanged} onClose={onClose} /> : null}
      {asked && !closed ? <Close {...{ settlement, onChanged, onStale, onClose }} /> : null}
    </>
  )
}

const closeWords = {
  amount_changed: 'The figures changed meanwhile. They are shown anew: look at them, then close.',
  changed_meanwhile: 'Someone changed shares or costs meanwhile. They are shown anew: look at them, then close.',
}

function Close({
  settlement,
  onChanged,
  onStale,
  onClose,
}: Parameters<typeof CloseSettlement>[0] & { onClose: () => void }) {
  const { payments } = settlement.undecided
  const act = async () => {
    const result = await closeSettlement(settlement)
    if (result.ok) onChanged(result.value)
    else if (isStale(result.failure)) await onStale()
    return result
  }
  return (
    <AskDialog
      question="Close the settlement?"
      confirmLabel="Close it"
      cancelLabel="Not yet"
      kind="solid"
      act={act}
      saving="Closing..."
      done="Settlement closed"
      failed="Error closing the settlement"
      but={closeWords}
      onClose={onClose}
    >
      <p>
        Its figures stay as they are now: {signed(settlement.split.organiser)} for the organiser. Later refunds do not
        change them; this page then says what changed since.
      </p>
      {payments > 0 ? (
        <p className="mt-2">
          {counted(payments, 'payment waits', 'payments wait')} for a decision and will not be in it.
        </p>
      ) : null}
    </AskDialog>
  )
}

const isStale = ({ code }: Failure): boolean => code in closeWords

function Reopen({
  settlement,
  onChanged,
  onClose,
}: Pick<Parameters<typeof CloseSettlement>[0], 'settlement' | 'onChanged'> & { onClose: () => void }) {
  const form = useForm({
    start: { reason: '' },
    read: ({ reason }) => problemsIn({ reason: reason.trim() === '' && 'Say why.' }) ?? { reason: reason.trim() },
    save: ({ reason }) => reopenSettlement(settlement.eventId, reason),
    onSaved: (now) => {
      onChanged(now)
      onClose()
    },
    onClose,
    done: 'Settlement open again',
    failed: 'Error opening the settlement',
  })
  return (
    <FormDialog
      form={form}
      question="Open the settlement again?"
      confirmLabel="Open it"
      cancelLabel="Leave it closed"
      saving="Opening..."
      enters
      onClose={onClose}
    >
      <p className="mb-4">It then has the figures of now. The history keeps who closed it, and your reason.</p>
      <TextField {...form.field('reason')} label="Reason" maxLength={200} required />
    </FormDialog>
  )
}
