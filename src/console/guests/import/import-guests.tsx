import { useMemo, useState } from 'react'
import { MAX_GUEST_FILE_BYTES, readGuests, sameGuest } from '#shop/guests/guest-file.ts'
import { guessGuestMapping, guestTableOf, isUsable, type GuestMapping } from '#shop/guests/guest-head.ts'
import { addGuests } from '#shop/guests/guests-admin.api.ts'
import type { AddedGuest, Guest } from '#shop/guests/guest.ts'
import { seatMapOf } from '#shop/seats/seat-map.ts'
import { seatsOfEvent } from '#shop/seats/seats-admin.api.ts'
import { ok } from '#platform/failure/failure.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { terms } from '#ui/terms.ts'
import { noSource, rowsOf, SheetSource } from '../../kit/sheet/sheet-source.tsx'
import { useAskingClose } from '../../kit/unsaved-work.ts'
import { ListField } from '../add-guest.tsx'
import type { GuestEvent } from '../guest-words.ts'
import { ownersIn, type GuestCategory } from '../use-places.ts'
import { GuestColumns, GuestPreview } from './guest-preview.tsx'
import { SentReport } from './sent-report.tsx'
import { sendGuests, type Sent, type SentGuest } from './send-guests.ts'
import { counted } from '../../kit/words/counted.ts'

/** Adds up to 1,000 guests of a file, after a preview that names every problem and every column that is not used. */
export function ImportGuests({
  event,
  eventId,
  categories,
  guests,
  lists,
  onSent,
  onClose,
}: {
  event: GuestEvent
  eventId: string
  categories: readonly GuestCategory[]
  guests: readonly Guest[]
  lists: readonly string[]
  onSent: (added: readonly AddedGuest[]) => void
  onClose: () => void
}) {
  const [source, setSource] = useState(noSource)
  const [choice, setChoice] = useState<GuestMapping | null>(null)
  const [list, setList] = useState('')
  // With several tickets none is preset: a guest whose line names none must not get the dearest unasked.
  const [categoryId, setCategoryId] = useState(categories.length === 1 ? categories[0]!.id : '')
  const [unasked, setUnasked] = useState(false)
  const [added, setAdded] = useState<readonly AddedGuest[]>([])
  const [sending, setSending] = useState(false)
  /** Guests whose links are in a file. */
  const [saved, setSaved] = useState(0)
  const [result, setResult] = useState<Sent | null>(null)
  const mostPeople = terms().seatsPerLine
  const table = useMemo(() => {
    const { rows, openQuote } = rowsOf(source)
    return guestTableOf(rows, openQuote)
  }, [source])
  // As when the dialog opened: the guests keep their ids while what is free changes.
  const [zones] = useState(() => categories.map(({ id, name }) => ({ id, name })))
  const mapping = useMemo(
    () =>
      choice ??
      (table &&
        guessGuestMapping(
          table,
          zones.map(({ name }) => name),
        )),
    [choice, table, zones],
  )
  const read = useMemo(
    () => (table && mapping && isUsable(mapping) ? readGuests(table, mapping, { zones, mostPeople }) : null),
    [table, mapping, zones, mostPeople],
  )
  // One id a row, the same in a repeat: an answer that was lost adds no one twice.
  const ids = useMemo(() => (read?.guests ?? []).map((guest) => ({ ...guest, id: newUuid() })), [read])
  const rows = ids.map((row): SentGuest => ({ ...row, zone: row.zone ?? categoryId, list: row.list || list.trim() }))
  // Of the list as it was when the dialog opened: those sent from here do not count as listed before.
  const [before] = useState(
    () =>
      new Set(guests.filter(({ link }) => link !== 'revoked').map((one) => keyOf({ ...one, zone: one.categoryId }))),
  )
  const listed = new Set(rows.filter((row) => before.has(keyOf(row))))
  const fresh = rows.filter((row) => !listed.has(row))
  const done = new Set(added.map(({ guestId }) => guestId))
  const left = fresh.filter(({ id }) => !done.has(id))
  const category = categories.find(({ id }) => id === categoryId)
  const crowded = categories.flatMap(({ id, name, free }) => {
    const people = fresh.filter(({ zone }) => zone === id).reduce((sum, row) => sum + row.people, 0)
    return people > free ? [`${count(people)} people are more than the ${count(free)} free places of ${name}.`] : []
  })
  const links = added.some(({ secret }) => secret !== null) && saved < added.length
  const close = useAskingClose(
    links || (table !== null && left.length > 0),
    onClose,
    links ? 'The links are not in a file yet. After you leave this page they are not shown again.' : undefined,
  )

  const send = async () => {
    if (sending) return
    setUnasked(true)
    if (left.some(({ zone }) => zone === '')) return
    setSending(true)
    setResult(null)
    const outcome = await sendGuests(left, {
      mapOf: (zone) => {
        const seated = categories.find(({ id }) => id === zone)?.seated
        return seated ? seatMapOf(seated, true) : null
      },
      taken: async (zone) => {
        const now = await seatsOfEvent(eventId)
        return now.ok ? ok(new Set(ownersIn(now.value, zone).keys())) : now
      },
      add: addGuests,
      onSent: (some) => {
        onSent(some)
        setAdded((now) => [...now, ...some])
      },
    })
    setSending(false)
    setResult(outcome)
  }

  const locked = sending || added.length > 0
  return (
    <Dialog
      open
      onClose={sending ? () => undefined : close}
      title="Add guests from a file"
      subtitle="A list with names, and numbers of people, tickets, contacts or notes beside them. At most 1,000 guests at once."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {locked ? null : (
          <SheetSource
            source={source}
            label="Guests"
            hint="One a line: name, contact, number, list. Only the name is needed."
            placeholder={'Meera Joshi, 98200 12345, 2, Press\nRavi Kumar'}
            fileHint="A ticket system’s list of attendees, answers of a form, or a spreadsheet: CSV, text or Excel (.xlsx). It stays on this device; only the guests are sent."
            maxBytes={MAX_GUEST_FILE_BYTES}
            isTable={({ rows }) => guestTableOf(rows)?.isHead === true}
            onSource={(next) => {
              setSource(next)
              setChoice(null)
              setResult(null)
            }}
          />
        )}
        {table && mapping && !locked ? <GuestColumns table={table} mapping={mapping} onMapping={setChoice} /> : null}
        <div className="grid gap-4 desk:grid-cols-2">
          <SelectField
            label="Ticket"
            hint={`For lines that name none. ${category?.seated ? 'The shop chooses seats that are together, near the stage.' : ''}`}
            error={unasked && left.some(({ zone }) => zone === '') ? 'Choose the ticket of these guests.' : undefined}
            value={categoryId}
            disabled={locked}
            onChange={(change) => setCategoryId(change.target.value)}
          >
            {categories.length > 1 ? <option value="">Choose</option> : null}
            {categories.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name} ({count(one.free)} free)
              </option>
            ))}
          </SelectField>
          {locked ? null : (
            <ListField value={list} lists={lists} hint="For lines that name no list" onChange={setList} />
          )}
        </div>
        {read && !locked ? (
          <GuestPreview
            problems={read.problems}
            guests={rows}
            listed={new Set([...listed].map(({ row }) => row))}
            ticketOf={(zone) => categories.find(({ id }) => id === zone)?.name ?? 'No ticket chosen'}
          />
        ) : null}
        {crowded.length > 0 && !locked ? <Note kind="warn">{crowded.join(' ')}</Note> : null}
        {locked || result?.failure || result?.unseated.length ? (
          <SentReport
            onSaved={() => setSaved(added.length)}
            event={event}
            rows={rows}
            added={added}
            total={fresh.length}
            sending={sending}
            result={result}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          {left.length > 0 && !(result && result.failure === null) ? (
            <Button busy={sending} busyLabel="Adding..." onClick={send}>
              {added.length > 0 ? 'Add the rest' : `Add ${counted(left.length, 'guest')}`}
            </Button>
          ) : null}
          <Button kind="line" disabled={sending} onClick={added.length > 0 ? close : onClose}>
            {added.length > 0 ? 'Done' : 'Cancel'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const keyOf = ({ name, ...guest }: Pick<Guest, 'name' | 'contact' | 'list'> & { zone: string }): string =>
  sameGuest({ ...guest, name: name ?? '' })
