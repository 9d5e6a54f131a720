import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { countGuests, listsOf, type AddedGuest, type Guest } from '#shop/guests/guest.ts'
import { listGuests } from '#shop/guests/guests-admin.api.ts'
import { readEventHall, seatsOfEvent } from '#shop/seats/seats-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Empty, Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { together, useLoaded } from '../kit/use-loaded.ts'
import { AddGuest, type MadeGuest } from './add-guest.tsx'
import { GuestList } from './guest-list.tsx'
import { ImportGuests } from './import/import-guests.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { categoriesOf } from './use-places.ts'
import { createPortal } from 'react-dom'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import { seatsText } from '../bookings/ticket-state.tsx'
import { listName, nameOf, type GuestEvent } from './guest-words.ts'
import { counted } from '../kit/words/counted.ts'
import './door-list.css'
import { useConcert } from '../kit/concert.ts'
import { PageHead } from '../kit/list/list-parts.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'

const REFRESH_EVERY_MS = 15_000

/** Shows the guests of an event: tickets given to a name, free of charge, each with a link that opens it once. */
export function GuestsRoute() {
  usePageTitle('Guests', 'admin')
  const { eventId = '' } = useParams()
  const event = useConcert()?.event
  const guests = useLoaded(`guests ${eventId}`, () => listGuests(eventId), { list: eventId })
  const hall = useLoaded(`hall ${eventId}`, () => readEventHall(eventId))
  const seats = useLoaded(`seats ${eventId}`, () => seatsOfEvent(eventId), { list: eventId })
  usePolling(guests.reload, REFRESH_EVERY_MS)
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const [made, setMade] = useState<MadeGuest | null>(null)
  // Secrets of links are returned once: kept while this page is open, by ticket.
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map())
  const keepLinks = (added: readonly Pick<AddedGuest, 'ticketId' | 'secret'>[]) =>
    setLinks(
      (now) =>
        new Map([...now, ...added.flatMap(({ ticketId, secret }) => (secret ? [[ticketId, secret] as const] : []))]),
    )

  const reload = () => Promise.all([guests.reload(), seats.reload()])
  const loaded = together({ guests, hall, seats })
  const named = event && { name: `${event.singerName}, ${event.city}`, date: event.date }
  const all = guests.value
  const counts = all && countGuests(all)
  const categories = hall.value && seats.value ? categoriesOf(hall.value, seats.value) : null
  const lists = all ? listsOf(all) : []
  const opens = (what: 'add' | 'import') => {
    // Others sell meanwhile: the map begins with what is free now.
    void seats.reload()
    setOpen(what)
  }

  const adds =
    categories && categories.length > 0 ? (
      <div className="flex flex-wrap gap-3">
        <Button kind="line" small onClick={() => opens('import')}>
          Add from a file
        </Button>
        <Button small onClick={() => opens('add')}>
          Add a guest
        </Button>
      </div>
    ) : null

  return (
    <>
      <PageHead title="Guests">{all?.length === 0 ? null : adds}</PageHead>
      <WhenLoaded of={{ ...loaded, value: named && all }} message="Error loading the guest list">
        {(listed) => (
          <>
            {event?.publishedAt === null ? (
              <Note kind="info" className="mb-4">
                This event is a draft. Guests can be added after it is published.
              </Note>
            ) : null}
            {counts && counts.guests > 0 ? (
              <p className="text-2 tabular-nums" role="status">
                {counted(counts.guests, 'guest')}, {counted(counts.people, 'person', 'people')}. {count(counts.opened)}{' '}
                opened their ticket; {counted(counts.letIn, 'person is', 'people are')} in.
              </p>
            ) : null}
            {listed.length === 0 ? (
              <Empty
                title="No guests"
                action={
                  adds ?? (
                    <ButtonLink kind="line" to={paths.adminEventTickets(eventId)}>
                      Tickets & prices
                    </ButtonLink>
                  )
                }
              >
                {categories?.length === 0
                  ? 'The event needs a ticket category first.'
                  : 'A guest gets a ticket free of charge, and a link that opens it on their phone without an account.'}
              </Empty>
            ) : (
              <>
                <GuestList guests={listed} event={named!} links={links} onMade={keepLinks} onChanged={reload} />
                <DoorList guests={listed} event={named!} at={guests.at} />
              </>
            )}
          </>
        )}
      </WhenLoaded>
      {open === 'add' && categories && seats.value ? (
        <AddGuest
          categories={categories}
          seats={seats.value}
          lists={lists}
          onSeatsStale={seats.reload}
          onAdded={(guest, added) => {
            keepLinks([added])
            setOpen(null)
            setMade(guest)
            void reload()
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'import' && categories && all && named ? (
        <ImportGuests
          event={named}
          eventId={eventId}
          categories={categories}
          guests={all}
          lists={lists}
          onSent={keepLinks}
          onClose={() => {
            setOpen(null)
            void reload()
          }}
        />
      ) : null}
      {made && named ? (
        <LinkDialog
          guest={made}
          event={named}
          secret={links.get(made.ticketId)}
          onMade={(secret) => keepLinks([{ ticketId: made.ticketId, secret }])}
          onClose={() => setMade(null)}
        />
      ) : null}
    </>
  )
}

const cell = 'border-b border-rule py-1 pr-3 text-left align-top'

/** What printing the page gives: the valid guests by list and name, with a box to tick. */
function DoorList({
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
                  <td className={`${cell} wrap-anywhere`}>
                    {nameOf(guest)}
                    {guest.note ? <span className="block">{guest.note}</span> : null}
                  </td>
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
