import { createPortal } from 'react-dom'
import { listsOf, type Guest } from '#shop/guests/guest.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { seatsText } from '../tickets/seats-text.ts'
import { listName, nameOf, type GuestEvent } from './guest-words.ts'
import './door-list.css'

const cell = 'border-b border-rule py-1 pr-3 text-left align-top'

/** What printing the page gives: the valid guests by list and name, with a box to tick. */
export function DoorList({
  guests,
  event,
  at,
}: {
  guests: readonly Guest[]
  event: GuestEvent
  /** When the list was read, ms. */
  at: number | null
}) {
  const valid = guests.filter(({ link }) => link !== 'revoked')
  return createPortal(
    <div className="door-list" aria-hidden="true">
      <p className="head-4">{event.name}</p>
      <p>
        {formatDayTime(event.date)} · guest list{at === null ? '' : ` of ${formatDayTime(at)}`}
      </p>
      {listsOf(valid).map((list) => (
        <table key={list} className="mt-4 w-full border-collapse">
          <thead>
            <tr>
              <th className={cell} colSpan={5}>
                {listName(list)}
              </th>
            </tr>
          </thead>
          <tbody>
            {valid
              .filter((guest) => guest.list === list)
              .map((guest) => (
                <tr key={guest.id}>
                  <td className={`${cell} w-8`}>
                    <span className="mt-0.5 block size-4 border border-current" />
                  </td>
                  <td className={`${cell} wrap-anywhere`}>{nameOf(guest)}</td>
                  <td className={cell}>{guest.seats.length}</td>
                  <td className={cell}>
                    {guest.category}: {seatsText(guest.seats)}
                  </td>
                  <td className={`${cell} whitespace-nowrap`}>{formatTypedCode(guest.code)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>,
    document.body,
  )
}
