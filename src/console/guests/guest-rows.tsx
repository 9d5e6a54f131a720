import { guestState, type Guest } from '#shop/guests/guest.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell, HeadCell } from '#ui/display/table.tsx'
import { ListTable } from '../kit/list/list-frame.tsx'
import { RowActions } from '../kit/list/row-actions.tsx'
import { seatsText } from '../tickets/seats-text.ts'
import { nameOf, stateWords } from './guest-words.ts'

export function GuestRows({
  guests,
  known,
  onLink,
  onRevoke,
}: {
  guests: readonly Guest[]
  /** Tickets whose link this page knows. */
  known: (guest: Guest) => boolean
  onLink: (guest: Guest) => void
  onRevoke: (guest: Guest) => void
}) {
  return (
    <ListTable
      caption="Guests"
      head={
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell deskOnly>List</HeadCell>
          <HeadCell deskOnly>Ticket</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      }
    >
      {guests.map((guest) => {
        const { kind, text } = stateWords[guestState(guest)]
        return (
          <tr key={guest.id}>
            <Cell className="max-desk:w-full max-desk:max-w-0">
              <span className="block font-strong wrap-anywhere">{nameOf(guest)}</span>
              {guest.contact ? <span className="block text-1 wrap-anywhere text-muted">{guest.contact}</span> : null}
              <span className="block text-1 wrap-anywhere text-muted desk:hidden">
                {guest.list ? `${guest.list} · ` : ''}
                {guest.category}: {seatsText(guest.seats)}
              </span>
            </Cell>
            <Cell deskOnly className="wrap-anywhere">
              {guest.list}
            </Cell>
            <Cell deskOnly>
              {guest.category}: {seatsText(guest.seats)}
              <span className="block text-1 text-muted">{formatTypedCode(guest.code)}</span>
            </Cell>
            <Cell>
              <StateMark kind={kind} className="whitespace-normal!">
                {text}
              </StateMark>
              <span className="block text-1 text-muted">
                {guest.link === 'revoked'
                  ? guest.revokedReason
                  : guest.letIn > 0
                    ? `${guest.letIn} of ${guest.seats.length}`
                    : guest.openedAt
                      ? formatDayTime(guest.openedAt)
                      : null}
              </span>
            </Cell>
            <Cell number className="whitespace-normal!">
              {guest.link === 'revoked' ? null : (
                <RowActions
                  className="flex-wrap justify-end"
                  name={nameOf(guest)}
                  actions={[
                    { label: known(guest) ? 'Link' : 'New link', onChoose: () => onLink(guest) },
                    { label: 'Revoke', onChoose: () => onRevoke(guest), grave: true },
                  ]}
                />
              )}
            </Cell>
          </tr>
        )
      })}
    </ListTable>
  )
}
