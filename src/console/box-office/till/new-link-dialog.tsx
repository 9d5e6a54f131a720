import { useState } from 'react'
import { newTicketLink } from '#shop/guests/guests-admin.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import { TakeOver } from '../sold/take-over.tsx'

/** Makes a new link for a buyer whose phone lost the tickets, which ends the one before. */
export function NewLinkDialog({
  ticketId,
  orderCode,
  people,
  onClose,
}: {
  ticketId: string
  orderCode: string
  people: number
  onClose: () => void
}) {
  const [secret, setSecret] = useState<string | null>(null)
  const { busy, failure, run } = useAction(() => newTicketLink(ticketId), { failed: 'Error making the link' })
  const make = async () => {
    const result = await run()
    if (result?.ok) setSecret(result.value)
  }
  return (
    <Dialog open onClose={onClose} title={`New link for sale ${orderCode}`}>
      {secret === null ? (
        <>
          <p className="max-w-[60ch]">
            For a buyer whose phone lost the tickets, or who has another phone now. A new link ends the one before. A
            phone that has the tickets keeps them, and the gate lets each person in once.
          </p>
          {failure ? (
            <Note kind="bad" className="mt-4" role="alert">
              {failure.code === 'already_decided' ? 'The tickets were revoked: they have no link.' : whyFailed(failure)}
            </Note>
          ) : null}
          <div className="mt-5 flex flex-wrap gap-3">
            <Button busy={busy} busyLabel="Making..." onClick={() => void make()}>
              Make a new link
            </Button>
            <Button kind="line" onClick={onClose}>
              Keep the old one
            </Button>
          </div>
        </>
      ) : (
        <TakeOver secret={secret} people={people} />
      )}
    </Dialog>
  )
}
