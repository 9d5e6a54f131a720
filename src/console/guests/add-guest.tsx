import { useState } from 'react'
import { ok } from '#platform/failure/failure.ts'
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
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { terms } from '#ui/terms.ts'
import { FailureNote, FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { GuestSeats } from './guest-seats.tsx'
import { whyNotAdded } from './guest-words.ts'
import type { GuestCategory } from './use-places.ts'

export type MadeGuest = Pick<Guest, 'ticketId' | 'name' | 'contact' | 'seats' | 'category' | 'link'>

/** People; 0 for what is no number. */
const countOf = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) : 0)

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
  const [start] = useState(() => ({
    ...{ guest: '', contact: '', list: '', categoryId: categories[0]?.id ?? '', people: '1', seats: [] as string[] },
    // The same for a repeat whose answer was lost, so that no one gets two tickets.
    id: newUuid(),
  }))
  const most = terms().seatsPerLine
  const categoryOf = (id: string) => categories.find((one) => one.id === id)
  const form = useForm({
    start,
    read: ({ guest, contact, people, seats: chosen, categoryId, list, id }) => {
      const seated = Boolean(categoryOf(categoryId)?.seated)
      const wanted = countOf(people)
      const problems = problemsIn({
        guest: guest.trim() === '' && 'Write the name of the guest.',
        people: (wanted < 1 || wanted > most) && `Write a number from 1 to ${most}.`,
        seats: seated && chosen.length === 0 && 'Choose the seats.',
      })
      if (problems) return problems
      const about = { name: guest.trim(), contact: contact.trim() || null }
      const places = seated ? { seats: chosen } : { count: wanted }
      return { about, places, id, categoryId, list: list.trim() }
    },
    save: async ({ about, places, id, categoryId, list }) => {
      const result = await addGuests(categoryId, [{ ...about, places, id }], list)
      return result.ok ? ok({ added: result.value[0], about, category: categoryOf(categoryId) }) : result
    },
    onSaved: ({ added, about, category: of }) => {
      if (!added || !of) return
      onAdded({ ...about, ticketId: added.ticketId, seats: added.seats, category: of.name, link: 'new' }, added)
    },
    onRefused: async ({ code }) => {
      if (code !== 'seats_taken') return {}
      change({ seats: [], id: newUuid() })
      await onSeatsStale()
      return {}
    },
    isUnsaved: (typed) => typed.guest !== '' || typed.contact !== '' || typed.seats.length > 0,
    onClose,
    done: 'Guest added',
    failed: 'Error adding the guest',
  })
  const { draft, problems, busy, change, field } = form
  const category = categoryOf(draft.categoryId)
  const wanted = countOf(draft.people)

  return (
    <Dialog
      open
      onClose={busy ? () => undefined : form.close}
      title="Add a guest"
      subtitle="Gives a ticket, free of charge."
    >
      <FormFrame form={form} name="Add a guest" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField {...field('guest')} label="Name" maxLength={MAX_GUEST_NAME} data-autofocus />
          <TextField
            {...field('contact')}
            label="Contact (optional)"
            hint="A phone number or an email address, to send the link to"
            maxLength={MAX_GUEST_CONTACT}
          />
        </div>
        <div className="grid gap-4 desk:grid-cols-3">
          <ListField value={draft.list} lists={lists} onChange={(list) => change({ list })} />
          <SelectField
            label="Ticket"
            value={draft.categoryId}
            onChange={({ target }) => {
              change({ categoryId: target.value, seats: [] })
              form.forget()
            }}
          >
            {categories.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name} ({count(one.free)} free)
              </option>
            ))}
          </SelectField>
          <TextField
            {...field('people')}
            label="Number of people"
            inputMode="numeric"
            value={draft.seats.length > 0 ? String(draft.seats.length) : draft.people}
            hint={draft.seats.length > 0 ? 'As many as the chosen seats' : undefined}
            // Another number asks for other seats.
            onChange={({ target }) => change({ people: target.value.trim(), seats: [] })}
          />
        </div>
        {category?.seated ? (
          <GuestSeats
            category={category.seated}
            seats={seats}
            people={wanted}
            most={most}
            chosen={draft.seats}
            error={problems.seats}
            onChoose={(next) => change({ seats: next, ...(next.length > 0 && { people: String(next.length) }) })}
          />
        ) : null}
        <FailureNote failure={form.failure} words={whyNotAdded} />
        <FormButtons form={form} save="Add to the list" saving="Adding..." onCancel={onClose} />
      </FormFrame>
    </Dialog>
  )
}

/** Asks for a list by name: those of the event and the usual ones are offered, any other may be written. */
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
