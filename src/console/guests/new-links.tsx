import { useState } from 'react'
import { newTicketLink } from '#shop/guests/guests-admin.api.ts'
import type { AddedGuest, Guest } from '#shop/guests/guest.ts'
import { csvFile } from '#platform/text/csv.ts'
import { noteExport } from '#shop/history/history.api.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { toast } from '#ui/toast.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { seatsCell } from '../bookings/ticket-state.tsx'
import { linkOf, linksFileName, nameOf, type GuestEvent } from './guest-words.ts'
import { counted } from '../kit/words/counted.ts'

const HEAD = ['Name', 'Contact', 'Number', 'List', 'Ticket', 'Seats', 'Link']

/** Makes a new link for each valid guest and saves them as one file; the links sent before end. */
export function NewLinks({
  guests,
  event,
  onMade,
  onChanged,
}: {
  guests: readonly Guest[]
  event: GuestEvent
  onMade: (links: readonly Pick<AddedGuest, 'ticketId' | 'secret'>[]) => void
  onChanged: () => Promise<unknown>
}) {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<string>()
  const valid = guests.filter(({ link }) => link !== 'revoked')
  const opened = valid.filter(({ link }) => link === 'opened').length
  if (valid.length === 0) return null

  const make = async () => {
    if (done !== null) return
    setFailure(undefined)
    setDone(0)
    const made: { guest: Guest; secret: string }[] = []
    for (const guest of valid) {
      // oxlint-disable-next-line no-await-in-loop -- a thousand calls at once would be refused
      const link = await newTicketLink(guest.ticketId)
      // Revoked meanwhile: it has no link.
      if (!link.ok && link.failure.code === 'already_decided') continue
      if (!link.ok) {
        setFailure(whyFailed(link.failure))
        break
      }
      made.push({ guest, secret: link.value })
      setDone(made.length)
    }
    setDone(null)
    if (made.length === 0) return
    onMade(made.map(({ guest, secret }) => ({ ticketId: guest.ticketId, secret })))
    const lines = made.map(({ guest, secret }) => [
      ...[nameOf(guest), guest.contact, guest.seats.length, guest.list, guest.category, seatsCell(guest.seats)],
      linkOf(secret),
    ])
    saveFile(csvFile(HEAD, lines), linksFileName(event), 'text/csv')
    void noteExport('guest links', lines.length)
    void onChanged()
    if (made.length < valid.length) return
    setOpen(false)
    toast.success(counted(made.length, 'link saved', 'links saved'))
  }

  return (
    <>
      <Button kind="line" small onClick={() => setOpen(true)}>
        New links for all
      </Button>
      <ConfirmDialog
        open={open}
        question={`New links for ${counted(valid.length, 'guest')}?`}
        confirmLabel="Make the links"
        cancelLabel="Keep the old ones"
        kind="solid"
        busy={done !== null}
        busyLabel={`${count(done ?? 0)} of ${count(valid.length)}`}
        onConfirm={() => void make()}
        onCancel={() => setOpen(false)}
      >
        <p>They are saved as a CSV file. Every link sent before ends.</p>
        {opened > 0 ? (
          <Note kind="warn" className="mt-4">
            {counted(opened, 'ticket was', 'tickets were')} opened already. The devices that have them keep them and are
            told: the device that opens the new link first has the ticket too.
          </Note>
        ) : null}
        {failure ? (
          <Note kind="bad" className="mt-4" role="alert">
            {failure} The links made so far are in the file.
          </Note>
        ) : null}
      </ConfirmDialog>
    </>
  )
}
