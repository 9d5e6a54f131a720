import { useState } from 'react'
import type { GuestFile } from '#shop/guests/guest-file.ts'
import { Note } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import type { SentGuest } from './send-guests.ts'
import { Pager } from '#console/kit/list/list-parts.tsx'
import { counted } from '../../kit/words/counted.ts'
import { guestFields, isUsable, unusedColumns, type GuestMapping, type GuestTable } from '#shop/guests/guest-head.ts'
import { ColumnChoice, columnName } from '../../kit/sheet/column-choice.tsx'
import { ListTable } from '../../kit/list/list-table.tsx'

const PREVIEW_ROWS = 10

/** Shows what a file contains: every problem with its line, and the guests that will be added. */
export function GuestPreview({
  problems,
  guests,
  listed,
  ticketOf,
}: {
  problems: GuestFile['problems']
  /** With the list and the ticket category that they get. */
  guests: readonly SentGuest[]
  /** Rows of guests that are on the list already. */
  listed: ReadonlySet<number>
  /** The name of a ticket category, or that none is chosen. */
  ticketOf: (zone: string) => string
}) {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(guests.length / PREVIEW_ROWS))
  const at = Math.min(page, pages)
  const shown = guests.slice((at - 1) * PREVIEW_ROWS, at * PREVIEW_ROWS)
  return (
    <section aria-label="What is in the file" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {problems.length > 0 ? (
        <Note kind="bad" role="alert">
          <p className="font-strong">
            {counted(problems.length, 'problem')}
            {guests.length > 0 ? '. These lines are left out:' : ''}
          </p>
          <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto wrap-anywhere" tabIndex={0} aria-label="Problems">
            {problems.map(({ row, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line may have one problem twice
              <li key={index}>{row === null ? text : `Line ${row}: ${text}`}</li>
            ))}
          </ul>
        </Note>
      ) : null}
      {guests.length > 0 ? (
        <>
          <ListTable
            caption="Guests in the file"
            className=""
            columns={[
              'Line',
              'Guest',
              { head: 'People', number: true },
              { head: 'Ticket', deskOnly: true },
              { head: 'List', deskOnly: true },
            ]}
          >
            {shown.map((guest) => (
              <tr key={guest.row}>
                <Cell>{guest.row}</Cell>
                <Cell className="max-desk:w-full max-desk:max-w-0">
                  <span className="font-strong wrap-anywhere">{guest.name}</span>
                  {guest.contact ? (
                    <span className="block text-1 wrap-anywhere text-muted">{guest.contact}</span>
                  ) : null}
                  {guest.note ? <span className="block text-1 wrap-anywhere">{guest.note}</span> : null}
                  <span className="block text-1 wrap-anywhere text-muted desk:hidden">
                    {[ticketOf(guest.zone), guest.list].filter(Boolean).join(' · ')}
                  </span>
                  {listed.has(guest.row) ? <StateMark kind="off">On the list already</StateMark> : null}
                </Cell>
                <Cell number>{guest.people}</Cell>
                <Cell deskOnly className="wrap-anywhere">
                  {ticketOf(guest.zone)}
                </Cell>
                <Cell deskOnly className="wrap-anywhere">
                  {guest.list}
                </Cell>
              </tr>
            ))}
          </ListTable>
          <Pager page={at} pageSize={PREVIEW_ROWS} total={guests.length} shown={shown.length} onPage={setPage} />
        </>
      ) : null}
    </section>
  )
}

const fieldLabels: Record<keyof GuestMapping, string> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  people: 'Number of people',
  plusOnes: 'Plus ones',
  zone: 'Ticket or zone',
  contact: 'Contact',
  phone: 'Phone',
  email: 'Email',
  list: 'List',
  note: 'Note',
}

/** Names the columns that are not used, and lets staff say what each column is. */
export function GuestColumns({
  table,
  mapping,
  onMapping,
}: {
  table: GuestTable
  mapping: GuestMapping
  onMapping: (mapping: GuestMapping) => void
}) {
  const unused = unusedColumns(table, mapping).map((at) => columnName(table.head[at]!, at))
  const usable = isUsable(mapping)
  return (
    <section aria-label="Columns" className="grid gap-2">
      {usable ? null : <Note kind="warn">No column is known as the name. Choose it below.</Note>}
      {unused.length > 0 ? (
        <Note kind="warn">
          <span className="font-strong">Not used:</span> <span className="wrap-anywhere">{unused.join(', ')}.</span> If
          one of these says something about the guests, choose it below.
        </Note>
      ) : null}
      <ColumnChoice
        fields={guestFields}
        labels={fieldLabels}
        head={table.head}
        mapping={mapping}
        open={!usable}
        onMapping={onMapping}
      />
    </section>
  )
}
