import { useRef, useState, type FormEvent } from 'react'
import { newUuid } from '#platform/text/uuid.ts'
import { addGuests } from '#shop/guests/guests-admin.api.ts'
import {
  MAX_GUEST_CONTACT,
  MAX_GUEST_LIST,
  MAX_GUEST_NAME,
  usualLists,
  type AddedGuest,
  type Guest,
} from '#shop/guests/guest.ts'
import type { HallSeats } from '#shop/seats/hall.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { terms } from '#ui/terms.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useAskingClose } from '../kit/unsaved-work.ts'
import { GuestSeats } from './guest-seats.tsx'
import { whyNotAdded } from './guest-words.ts'
import type { GuestCategory } from './use-places.ts'

type Problems = Partial<Record<'name' | 'people' | 'seats', string>>

export type MadeGuest = Pick<Guest, 'ticketId' | 'name' | 'contact' | 'seats' | 'category' | 'link'>

export function AddGuest({
  categories,
  seats,
  lists,
  onSeatsStale,
  onAdded,
  onClose,
}: {
  categories: readonly GuestCategory[]
  seats: HallSeats
  /** Names of the event's lists. */
  lists: readonly string[]
  onSeatsStale: () => Promise<unknown>
  onAdded: (guest: MadeGuest, added: AddedGuest) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [contact, setContact] = useState('')
  const [list, setList] = useState('')
  const [categoryId, setCategoryId] = useState(categories[0]?.id ?? '')
  const [people, setPeople] = useState('1')
  const [chosen, setChosen] = useState<string[]>([])
  const [problems, setProblems] = useState<Problems>({})
  // The same for a repeat whose answer was lost, so that no one gets two tickets.
  const [id, setId] = useState(newUuid)
  const form = useRef<HTMLFormElement>(null)
  const most = terms().seatsPerLine
  const category = categories.find((one) => one.id === categoryId)
  const wanted = /^\d{1,3}$/.test(people) ? Number(people) : 0
  const { busy, failure, run, forget } = useAction(
    () =>
      addGuests(
        categoryId,
        [
          {
            id,
            name: name.trim(),
            contact: contact.trim() || null,
            places: category?.seated ? { seats: chosen } : { count: wanted },
          },
        ],
        list.trim(),
      ),
    { done: 'Guest added', failed: 'Error adding the guest' },
  )
  const close = useAskingClose(name !== '' || contact !== '' || chosen.length > 0, onClose)

  const add = async (event: FormEvent) => {
    event.preventDefault()
    const found: Problems = {}
    if (name.trim() === '') found.name = 'Write the name of the guest.'
    if (wanted < 1 || wanted > most) found.people = `Write a number from 1 to ${most}.`
    if (category?.seated && chosen.length === 0) found.seats = 'Choose the seats.'
    setProblems(found)
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLElement>(found.name ? '[name=guest]' : '[name=people]')?.focus()
      return
    }
    const result = await run()
    if (!result) return
    if (result.ok) {
      const [added] = result.value
      if (added && category)
        onAdded(
          {
            ticketId: added.ticketId,
            name: name.trim(),
            contact: contact.trim() || null,
            seats: added.seats,
            category: category.name,
            link: 'new',
          },
          added,
        )
      return
    }
    if (result.failure.code !== 'seats_taken') return
    setChosen([])
    setId(newUuid())
    await onSeatsStale()
  }

  return (
    <Dialog
      open
      onClose={busy ? () => undefined : close}
      title="Add a guest"
      subtitle="Gives a ticket, free of charge."
    >
      <form
        ref={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={add}
        noValidate
        aria-label="Add a guest"
      >
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField
            label="Name"
            name="guest"
            value={name}
            error={problems.name}
            maxLength={MAX_GUEST_NAME}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Contact (optional)"
            hint="A phone number or an email address, to send the link to"
            value={contact}
            maxLength={MAX_GUEST_CONTACT}
            autoComplete="off"
            onChange={(event) => setContact(event.target.value)}
          />
        </div>
        <div className="grid gap-4 desk:grid-cols-3">
          <ListField value={list} lists={lists} onChange={setList} />
          <SelectField
            label="Ticket"
            value={categoryId}
            onChange={(event) => {
              setCategoryId(event.target.value)
              setChosen([])
              forget()
            }}
          >
            {categories.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name} ({count(one.free)} free)
              </option>
            ))}
          </SelectField>
          <TextField
            label="Number of people"
            name="people"
            inputMode="numeric"
            value={chosen.length > 0 ? String(chosen.length) : people}
            hint={chosen.length > 0 ? 'As many as the chosen seats' : undefined}
            error={problems.people}
            autoComplete="off"
            onChange={(event) => {
              // Another number asks for other seats.
              setPeople(event.target.value.trim())
              setChosen([])
            }}
          />
        </div>
        {category?.seated ? (
          <GuestSeats
            category={category.seated}
            seats={seats}
            people={wanted}
            most={most}
            chosen={chosen}
            error={problems.seats}
            onChoose={(next) => {
              setChosen(next)
              if (next.length > 0) setPeople(String(next.length))
            }}
          />
        ) : null}
        {failure ? (
          <Note kind="bad" role="alert">
            {whyNotAdded(failure)}
          </Note>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyLabel="Adding...">
            Add to the list
          </Button>
          <Button kind="line" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A list by name: those of the event and the usual ones are offered, any other may be written. */
export function ListField({
  value,
  lists,
  hint,
  onChange,
}: {
  value: string
  lists: readonly string[]
  hint?: string
  onChange: (list: string) => void
}) {
  const offered = [...new Set([...lists.filter(Boolean), ...usualLists])]
  return (
    <>
      <TextField
        label="List (optional)"
        hint={hint ?? 'Press, Artists, Sponsors, or any name'}
        value={value}
        maxLength={MAX_GUEST_LIST}
        autoComplete="off"
        list="guest-lists"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id="guest-lists">
        {offered.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}
