import { useState } from 'react'
import { filterGuests, guestState, listsOf, type AddedGuest, type Guest, type GuestState } from '#shop/guests/guest.ts'
import { ok } from '#platform/failure/failure.ts'
import { oneOfOrNull } from '#platform/text/wire.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { CsvButton } from '../kit/list/csv-button.tsx'
import { ListFilters } from '../kit/list/list-frame.tsx'
import { NoRows, Pager } from '../kit/list/list-parts.tsx'
import { PAGE_SIZE, useListState } from '../kit/list/list-state.ts'
import { guestColumns, listName, stateWords, type GuestEvent, nameOf } from './guest-words.ts'
import { LinkDialog } from './link-dialog.tsx'
import { NewLinks } from './new-links.tsx'
import { RevokeTicket } from '../bookings/revoke-ticket.tsx'
import { seatsText } from '../bookings/ticket-state.tsx'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { RowActions } from '../kit/list/row-actions.tsx'
import { ListTable } from '../kit/list/list-table.tsx'

const states = ['new', 'opened', 'in', 'revoked'] as const satisfies readonly GuestState[]
const inOrder = { column: 'name', ascending: true }

export function GuestList({
  guests,
  event,
  links,
  onMade,
  onChanged,
}: {
  guests: readonly Guest[]
  event: GuestEvent
  links: ReadonlyMap<string, string>
  onMade: (links: readonly Pick<AddedGuest, 'ticketId' | 'secret'>[]) => void
  onChanged: () => Promise<unknown>
}) {
  const list = useListState([], inOrder)
  const [open, setOpen] = useState<{ what: 'link' | 'revoke'; guest: Guest } | null>(null)
  const lists = listsOf(guests)
  // An empty value of the address means all lists, so 'none' means those without.
  const chosen = list.get('list')
  const named = chosen === null ? null : chosen === 'none' ? '' : chosen.replace(/^=/, '')
  const state = oneOfOrNull(states)(list.get('state'))
  const found = filterGuests(guests, { list: named, state, search: list.search })
  const shown = found.slice((list.page - 1) * PAGE_SIZE, list.page * PAGE_SIZE)
  const close = () => setOpen(null)

  return (
    <>
      <ListFilters list={list} label="Find a guest" hint="Name, contact, list or ticket code">
        <div className="flex flex-wrap gap-4">
          {lists.length > 1 ? (
            <SelectField
              label="List"
              value={chosen ?? ''}
              onChange={(change) => list.set({ list: change.target.value })}
            >
              <option value="">All lists</option>
              {lists.map((one) => (
                <option key={one} value={one === '' ? 'none' : `=${one}`}>
                  {listName(one)}
                </option>
              ))}
            </SelectField>
          ) : null}
          <SelectField
            label="State"
            value={state ?? ''}
            onChange={(change) => list.set({ state: change.target.value })}
          >
            <option value="">All</option>
            {states.map((one) => (
              <option key={one} value={one}>
                {stateWords[one].text} ({guests.filter((guest) => guestState(guest) === one).length})
              </option>
            ))}
          </SelectField>
        </div>
      </ListFilters>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-4">
        <CsvButton
          name="guests"
          total={{ total: found.length, more: false }}
          columns={guestColumns}
          read={async ({ line }) => ok(found.map(line))}
        />
        <NewLinks guests={found} event={event} onMade={onMade} onChanged={onChanged} />
        <Button kind="line" small onClick={() => print()}>
          Print for the door
        </Button>
      </div>
      {found.length === 0 ? (
        <NoRows noun="guests" searched onClear={() => list.set({ q: null, list: null, state: null })}>
          None
        </NoRows>
      ) : (
        <>
          <GuestRows
            guests={shown}
            known={({ ticketId, link }) => link === 'new' && links.has(ticketId)}
            onLink={(guest) => setOpen({ what: 'link', guest })}
            onRevoke={(guest) => setOpen({ what: 'revoke', guest })}
          />
          <Pager page={list.page} total={found.length} shown={shown.length} onPage={list.setPage} />
        </>
      )}
      {open?.what === 'link' ? (
        <LinkDialog
          guest={open.guest}
          event={event}
          secret={open.guest.link === 'new' ? links.get(open.guest.ticketId) : undefined}
          onMade={(secret) => {
            onMade([{ ticketId: open.guest.ticketId, secret }])
            setOpen({ what: 'link', guest: { ...open.guest, link: 'new' } })
            void onChanged()
          }}
          onClose={close}
        />
      ) : null}
      {open?.what === 'revoke' ? <RevokeGuest guest={open.guest} onClose={close} onDone={onChanged} /> : null}
    </>
  )
}

function RevokeGuest({
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

function GuestRows({
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
      columns={[
        'Guest',
        { head: 'List', deskOnly: true },
        { head: 'Ticket', deskOnly: true },
        'State',
        { head: 'Actions', isHidden: true },
      ]}
    >
      {guests.map((guest) => {
        const { kind, text } = stateWords[guestState(guest)]
        return (
          <tr key={guest.id}>
            <Cell className="max-desk:w-full max-desk:max-w-0">
              <span className="block font-strong wrap-anywhere">{nameOf(guest)}</span>
              {guest.contact ? <span className="block text-1 wrap-anywhere text-muted">{guest.contact}</span> : null}
              {guest.note ? <span className="block text-1 wrap-anywhere">{guest.note}</span> : null}
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
                    { label: 'Revoke', onChoose: () => onRevoke(guest), grave: true, adminOnly: true },
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
