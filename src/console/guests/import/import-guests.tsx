import { useMemo, useState } from 'react'
import { readGuestFile, sameGuest, MAX_GUEST_FILE_BYTES } from '#shop/guests/guest-file.ts'
import { addGuests } from '#shop/guests/guests-admin.api.ts'
import type { AddedGuest, Guest } from '#shop/guests/guest.ts'
import { seatMapOf } from '#shop/seats/seat-map.ts'
import { seatsOfEvent } from '#shop/seats/seats-admin.api.ts'
import { ok } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField, TextArea } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { terms } from '#ui/terms.ts'
import { FileDrop } from '../../kit/file-drop.tsx'
import { useUnsavedWork } from '../../kit/unsaved-work.ts'
import { ListField } from '../add-guest.tsx'
import type { GuestEvent } from '../guest-words.ts'
import { ownersIn, type GuestCategory } from '../use-places.ts'
import { GuestPreview } from './guest-preview.tsx'
import { SentReport } from './sent-report.tsx'
import { sendGuests, type Sent, type SentGuest } from './send-guests.ts'

/** Adds up to 1,000 guests of a CSV file, after a preview that names every problem. */
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
  const [text, setText] = useState('')
  const [wrongFile, setWrongFile] = useState<string>()
  const [list, setList] = useState('')
  const [categoryId, setCategoryId] = useState(categories[0]?.id ?? '')
  const [added, setAdded] = useState<readonly AddedGuest[]>([])
  const [sending, setSending] = useState(false)
  const [result, setResult] = useState<Sent | null>(null)
  const most = terms().seatsPerLine
  const read = useMemo(() => (text.trim() === '' ? null : readGuestFile(text, most)), [text, most])
  // One id a row, the same in a repeat: an answer that was lost adds no one twice.
  const rows = useMemo(
    (): SentGuest[] => (read?.guests ?? []).map((guest) => ({ ...guest, id: crypto.randomUUID() })),
    [read],
  )
  // Of the list as it was when the dialog opened: those sent from here do not count as listed before.
  const [before] = useState(() => new Set(guests.filter(({ link }) => link !== 'revoked').map(keyOf)))
  const listed = new Set(rows.filter((row) => before.has(keyOf({ ...row, list: row.list || list.trim() }))))
  const fresh = rows.filter((row) => !listed.has(row))
  const people = fresh.reduce((sum, row) => sum + row.people, 0)
  const category = categories.find(({ id }) => id === categoryId)
  const done = new Set(added.map(({ guestId }) => guestId))
  const left = fresh.filter(({ id }) => !done.has(id))
  useUnsavedWork(text !== '' && left.length > 0)

  const choose = async (file: File) => {
    setWrongFile(undefined)
    if (file.size > MAX_GUEST_FILE_BYTES) return setWrongFile('The file is larger than 1 MB. Split it into several.')
    try {
      setText(await file.text())
      setResult(null)
    } catch {
      setWrongFile('The file could not be read. Choose it again.')
    }
  }

  const send = async () => {
    if (sending || !category) return
    setSending(true)
    setResult(null)
    const outcome = await sendGuests(left, {
      map: category.seated ? seatMapOf(category.seated) : null,
      list: list.trim(),
      taken: async () => {
        const now = await seatsOfEvent(eventId)
        return now.ok ? ok(new Set(ownersIn(now.value, categoryId).keys())) : now
      },
      add: (some, name) => addGuests(categoryId, some, name),
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
      onClose={sending ? () => undefined : onClose}
      title="Add guests from a file"
      subtitle="CSV with name, contact, number of people and list. At most 1,000 guests at once."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {locked ? null : (
          <>
            <TextArea
              label="Guests"
              hint="One a line: name, contact, number, list. Only the name is needed."
              value={text}
              rows={5}
              spellCheck={false}
              data-autofocus
              placeholder={'Meera Joshi, 98200 12345, 2, Press\nRavi Kumar'}
              onChange={(change) => setText(change.target.value)}
            />
            <FileDrop
              label="Or choose a CSV file"
              hint="From a spreadsheet: save or download it as CSV"
              accept=".csv,.txt,text/csv,text/plain"
              onChoose={(file) => void choose(file)}
            />
            {wrongFile ? (
              <Note kind="bad" role="alert">
                {wrongFile}
              </Note>
            ) : null}
          </>
        )}
        <div className="grid gap-4 desk:grid-cols-2">
          <SelectField
            label="Ticket"
            hint={category?.seated ? 'The shop chooses seats that are together, near the stage.' : undefined}
            value={categoryId}
            disabled={locked}
            onChange={(change) => setCategoryId(change.target.value)}
          >
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
          <GuestPreview read={read} listed={new Set([...listed].map(({ row }) => row))} list={list.trim()} />
        ) : null}
        {category && people > category.free && !locked ? (
          <Note kind="warn">
            {count(people)} people are more than the {count(category.free)} free places of this ticket.
          </Note>
        ) : null}
        {locked || result?.failure || result?.unseated.length ? (
          <SentReport
            event={event}
            rows={rows.map((row) => ({ ...row, list: row.list || list.trim() }))}
            added={added}
            total={fresh.length}
            sending={sending}
            result={result}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          {left.length > 0 && !(result && result.failure === null) ? (
            <Button busy={sending} busyLabel="Adding..." onClick={send}>
              {added.length > 0
                ? 'Add the rest'
                : left.length === 1
                  ? 'Add 1 guest'
                  : `Add ${count(left.length)} guests`}
            </Button>
          ) : null}
          <Button kind="line" disabled={sending} onClick={onClose}>
            {added.length > 0 ? 'Done' : 'Cancel'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const keyOf = ({ name, contact, list }: { name: string | null; contact: string | null; list: string }): string =>
  sameGuest({ name: name ?? '', contact, list })
