import type { Guest } from '#shop/guests/guest.ts'
import { RevokeTicket } from '../tickets/revoke-ticket.tsx'
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
  return (
    <RevokeTicket
      ticketId={guest.ticketId}
      question={`Revoke the ticket of ${nameOf(guest)}?`}
      reader="guest"
      outcome="It no longer lets anyone in, its link opens nothing, and its places are free for others. This cannot be undone."
      onClose={onClose}
      onDone={async () => {
        await onDone()
        onClose()
      }}
    >
      {guest.category}: {seatsText(guest.seats)}
    </RevokeTicket>
  )
}
