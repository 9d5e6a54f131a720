import { newTicketLink } from '#shop/guests/guests-admin.api.ts'
import type { Guest } from '#shop/guests/guest.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { CopyText } from '../kit/fact.tsx'
import { seatsText } from '../bookings/ticket-state.tsx'
import { invitationText, linkOf, mailUrl, nameOf, whatsappUrl, type GuestEvent } from './guest-words.ts'

const send = 'link inline-flex min-h-11 items-center'

/** Shows a guest's link while this page knows it; else offers a new one, which ends the earlier. */
export function LinkDialog({
  guest,
  event,
  secret,
  onMade,
  onClose,
}: {
  guest: Pick<Guest, 'ticketId' | 'name' | 'contact' | 'seats' | 'category' | 'link'>
  event: GuestEvent
  secret: string | undefined
  onMade: (secret: string) => void
  onClose: () => void
}) {
  const { busy, failure, run } = useAction(() => newTicketLink(guest.ticketId), {
    failed: 'Error making the link',
  })
  const make = async () => {
    const result = await run()
    if (result?.ok) onMade(result.value)
  }
  const name = nameOf(guest)
  return (
    <Dialog
      open
      onClose={onClose}
      title={secret === undefined ? `New link for ${name}` : `Link for ${name}`}
      subtitle={`${guest.category}: ${seatsText(guest.seats)}`}
      footer={
        secret === undefined ? (
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} busyLabel="Making..." onClick={make}>
              Make a new link
            </Button>
            <Button kind="line" onClick={onClose}>
              Keep the old one
            </Button>
          </div>
        ) : undefined
      }
    >
      {secret === undefined ? (
        <>
          <p>A link is shown only after it is made: the server keeps no copy. A new link ends the one sent before.</p>
          {guest.link === 'opened' ? (
            <Note kind="warn" className="mt-4">
              This ticket was opened already. The device that has it keeps it and shows that there is a new link. The
              device that opens that link first has it too, the gate lets each person in once, and for a day it cannot
              be given away.
            </Note>
          ) : null}
          <FailureNote
            failure={failure}
            but={{ already_decided: 'The ticket was revoked: it has no link.' }}
            className="mt-4"
          />
        </>
      ) : (
        <Link name={name} contact={guest.contact} people={guest.seats.length} event={event} secret={secret} />
      )}
    </Dialog>
  )
}

function Link({
  name,
  contact,
  people,
  event,
  secret,
}: {
  name: string
  contact: string | null
  people: number
  event: GuestEvent
  secret: string
}) {
  const url = linkOf(secret)
  const text = invitationText(name, people, event, url)
  return (
    <div className="grid gap-4">
      <p>
        Send this link to {name}. It opens the ticket once, on one device. It is not shown again after you leave this
        page: make a new one if it gets lost.
      </p>
      <p className="border-y border-rule py-3 font-strong">
        <CopyText text={url} what="the link" />
      </p>
      <p className="flex flex-wrap gap-x-6">
        <a className={send} href={whatsappUrl(contact, text)} target="_blank" rel="noreferrer">
          Send by WhatsApp
        </a>
        <a className={send} href={mailUrl(contact, `Your ticket: ${event.name}`, text)}>
          Send by mail
        </a>
      </p>
      <ScreenQr value={url} title={`QR code of the link for ${name}`} className="w-44" />
      <p className="text-2 text-muted">{name} can scan the code from your screen. It is not the ticket’s own code.</p>
    </div>
  )
}
