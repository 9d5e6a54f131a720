import { CONTACT_GAP } from '#shop/guests/guest-file.ts'
import { guestState, type Guest, type GuestState } from '#shop/guests/guest.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { paths } from '#ui/paths.ts'
import { csvTime, type CsvColumn } from '../kit/list/csv-button.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { seatsCell } from '../bookings/ticket-state.tsx'

export const stateWords: Record<GuestState, { kind: 'info' | 'ok' | 'off' | 'bad'; text: string }> = {
  new: { kind: 'info', text: 'Link not opened' },
  opened: { kind: 'ok', text: 'Opened' },
  in: { kind: 'ok', text: 'Let in' },
  revoked: { kind: 'bad', text: 'Revoked' },
}

export const nameOf = ({ name }: Pick<Guest, 'name'>): string => name ?? 'Name deleted'
export const listName = (list: string): string => list || 'Without a list'

export const linkOf = (secret: string): string => `${location.origin}${paths.ticketLink}#${secret}`

export interface GuestEvent {
  name: string
  /** ISO instant */
  date: string
}

export const linksFileName = ({ name }: GuestEvent): string =>
  `guest-links-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`

export const invitationText = (name: string, people: number, event: GuestEvent, link: string): string =>
  [
    `${name}, here is your ticket${people > 1 ? ` for ${people} people` : ''}: ${event.name}, ${formatDayTime(event.date)}.`,
    'Open it once, on the phone that you bring to the gate:',
    link,
  ].join('\n')

/** A file may give a telephone and an e-mail. */
const partsOf = (contact: string | null): string[] => (contact ?? '').split(CONTACT_GAP)

/** Returns the address of a chat with the guest's number, or of the choice of one. Ten digits are an Indian number. */
export function whatsappUrl(contact: string | null, text: string): string {
  const numbers = partsOf(contact).map((part) => {
    const plain = part.replace(/[\s().-]/g, '')
    return /^\d{10}$/.test(plain) ? `91${plain}` : /^\+\d{8,15}$/.test(plain) ? plain.slice(1) : ''
  })
  const number = numbers.find((one) => one !== '') ?? ''
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

export function mailUrl(contact: string | null, subject: string, text: string): string {
  const address = encodeURIComponent(partsOf(contact).find((part) => /^[^\s@,?&]+@[^\s@,?&]+$/.test(part)) ?? '')
  return `mailto:${address.replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}

export const guestColumns: CsvColumn<Guest>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Contact', cell: ({ contact }) => contact },
  { head: 'Number', cell: ({ seats }) => seats.length },
  { head: 'List', cell: ({ list }) => list },
  { head: 'Ticket', cell: ({ category }) => category },
  { head: 'Seats', cell: ({ seats }) => seatsCell(seats) },
  { head: 'Ticket code', cell: ({ code }) => formatTypedCode(code) },
  { head: 'Note', cell: ({ note }) => note },
  { head: 'Order', cell: ({ orderCode }) => orderCode },
  { head: 'State', cell: (guest) => stateWords[guestState(guest)].text },
  { head: 'Opened (IST)', cell: ({ openedAt }) => csvTime(openedAt) },
  { head: 'Let in', cell: ({ letIn }) => letIn },
  { head: 'Revoked because', cell: ({ revokedReason }) => revokedReason },
]

export function whyNotAdded(failure: Failure): string {
  switch (failure.code) {
    case 'seats_taken':
      return 'Some of these places were taken meanwhile. Choose again.'
    case 'unknown_seat':
      return 'The seats of this ticket category have changed. Open the page again.'
    case 'too_many_seats':
      return 'That is more people than one ticket may have.'
    case 'not_on_sale':
      return 'The event is a draft, cancelled or over: it takes no guests.'
    case 'changed_meanwhile':
      return 'They were already added, with what was written at the first try. Close this and look at the list.'
    default:
      return whyFailed(failure)
  }
}
