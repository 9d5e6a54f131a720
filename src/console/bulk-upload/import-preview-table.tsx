import { useState } from 'react'
import type { ImportPreview } from '#shop/catalogue/import/import.api.ts'
import { formatDay, formatTime } from '#platform/time/ist.ts'
import { Note } from '#ui/display/note.tsx'
import { rupees } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { PAGE_SIZE } from '../kit/list/list-state.ts'
import { Pager } from '../kit/list/list-parts.tsx'
import { ListTable } from '../kit/list/list-table.tsx'

const said = (value: string | number | null): string =>
  typeof value === 'number' ? rupees(value) : (value ?? 'nothing')

export function ImportPreviewTable({ preview }: { preview: ImportPreview }) {
  const [page, setPage] = useState(1)
  const { events, differences } = preview
  // oxlint-disable-next-line purity -- marks what is in the past now
  const now = Date.now()
  const shown = events.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return (
    <>
      {differences.length > 0 ? (
        <Note kind="warn" className="mt-4">
          <p className="font-strong">The shop has other values. They stay as they are:</p>
          <ul className="mt-1 grid gap-1 wrap-anywhere">
            {differences.map(({ path, stored, given }) => (
              <li key={path}>
                {path}: stored {said(stored)}, in the file {said(given)}
              </li>
            ))}
          </ul>
        </Note>
      ) : null}
      <ListTable
        caption="Concerts in the file"
        className="mt-4"
        columns={['Concert', { head: 'When', deskOnly: true }, 'Tickets']}
      >
        {shown.map((event) => (
          <tr key={`${event.singer}/${event.city}/${event.venue}/${event.date}`}>
            <Cell>
              <span className="font-strong">{event.singer}</span>
              {event.newSinger ? <span className="text-muted"> (new singer)</span> : null}
              <span className="block">
                {event.venue}, {event.city}
                {event.state ? `, ${event.state}` : ''}
                {event.genre ? `, ${event.genre}` : ''}
              </span>
              <span className="block desk:hidden">
                {formatDay(event.date)}, {formatTime(event.date)}
              </span>
              <StateMark kind={event.isNew ? 'ok' : 'off'}>{event.isNew ? 'New' : 'In the shop already'}</StateMark>
              {event.isNew && Date.parse(event.date) < now ? (
                <StateMark kind="warn">In the past: it will not go on sale</StateMark>
              ) : null}
            </Cell>
            <Cell deskOnly>
              {formatDay(event.date)}, {formatTime(event.date)}
            </Cell>
            <Cell>
              <ul>
                {event.tickets.map((ticket) => (
                  <li key={ticket.name}>
                    {ticket.name}, {rupees(ticket.price)}
                    {ticket.isNew && !event.isNew ? ' (new)' : ''}
                  </li>
                ))}
              </ul>
            </Cell>
          </tr>
        ))}
      </ListTable>
      <Pager page={page} total={events.length} shown={shown.length} onPage={setPage} />
    </>
  )
}
