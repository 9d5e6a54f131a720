import type { AddedGuest } from '#shop/guests/guest.ts'
import { ok } from '#platform/failure/failure.ts'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { CsvButton, type CsvColumn } from '../../kit/list/csv-button.tsx'
import { seatsCell } from '#console/bookings/ticket-state.tsx'
import { linkOf, linksFileName, whyNotAdded, type GuestEvent } from '../guest-words.ts'
import type { Sent, SentGuest } from './send-guests.ts'
import { counted } from '../../kit/words/counted.ts'

interface Linked {
  guest: SentGuest
  added: AddedGuest
}

const columns: CsvColumn<Linked>[] = [
  { head: 'Name', cell: ({ guest }) => guest.name },
  { head: 'Contact', cell: ({ guest }) => guest.contact },
  { head: 'Number', cell: ({ guest }) => guest.people },
  { head: 'List', cell: ({ guest }) => guest.list },
  { head: 'Note', cell: ({ guest }) => guest.note },
  { head: 'Seats', cell: ({ added }) => seatsCell(added.seats) },
  { head: 'Link', cell: ({ added }) => added.secret && linkOf(added.secret) },
]

/** Shows how far a file was added, what was left out, and the links, which are shown only here. */
export function SentReport({
  event,
  rows,
  added,
  total,
  sending,
  result,
  onSaved,
}: {
  event: GuestEvent
  rows: readonly SentGuest[]
  added: readonly AddedGuest[]
  total: number
  sending: boolean
  result: Sent | null
  /** The links are in a file. */
  onSaved: () => void
}) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const linked = added.flatMap((one) => {
    const guest = byId.get(one.guestId)
    return guest ? [{ guest, added: one }] : []
  })
  return (
    <div className="grid gap-3">
      <div>
        <p role="status" className="tabular-nums">
          {count(added.length)} of {counted(total, 'guest')} added{sending ? '...' : '.'}
        </p>
        <progress
          className="mt-2 h-2 w-full accent-(--ink)"
          max={total}
          value={added.length}
          aria-label="Guests added"
        />
      </div>
      {result?.failure ? (
        <Note kind="bad" role="alert">
          {whyNotAdded(result.failure)}{' '}
          {added.length > 0 ? 'Those added so far stay; adding the rest adds no one twice.' : ''}
        </Note>
      ) : null}
      {result && result.unseated.length > 0 ? (
        <Note kind="warn" role="alert">
          <p>There are not enough free seats for:</p>
          <ul className="max-h-40 overflow-y-auto wrap-anywhere" tabIndex={0} aria-label="Without seats">
            {result.unseated.map(({ row, name, people }) => (
              <li key={row}>
                Line {row}: {name}, {counted(people, 'person', 'people')}
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
      {linked.length > 0 && !sending ? (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <p className="max-w-[52ch] text-2 text-muted">
            Save the links now: the server keeps no copy. Anyone with a link can open its ticket.
          </p>
          <CsvButton
            name="guest links"
            fileName={linksFileName(event)}
            total={{ total: linked.length, more: false }}
            columns={columns}
            read={async ({ line }) => ok(linked.map(line))}
            onSaved={onSaved}
          />
        </div>
      ) : null}
    </div>
  )
}
