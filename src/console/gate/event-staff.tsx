import { useState } from 'react'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { readEventStaff, setWorksAt, setWorksAtAll, type EventStaff } from '#shop/gate/gate-admin.api.ts'
import { isOver } from '#shop/people/role.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { toast } from '#ui/toast.tsx'
import { FailureNote } from '../kit/form/form-frame.tsx'
import { WhenLoaded } from '../kit/list/when-loaded.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { InviteButton } from '../users/invite-dialog.tsx'
import { roleNames } from '../users/roles.ts'

const MINUTE_MS = 60_000

/** Shows who scans and sells at a concert; adds those who have the role, takes them off, and invites others by a link. */
export function WhoWorksHere({ eventId, event }: { eventId: string; event: EventListRow | undefined }) {
  const staff = useLoaded(`works ${eventId}`, () => readEventStaff(eventId), { list: eventId })
  const words = { failed: 'Error changing who works here' }
  const adding = useAction((person: EventStaff) => setWorksAt(eventId, person, true), words)
  const takingOff = useAction((person: EventStaff) => setWorksAt(eventId, person, false), words)
  const setting = useAction(setWorksAtAll, words)
  const setAll = async (person: EventStaff, all: boolean): Promise<void> => {
    if (!(await setting.run(person, all))?.ok) return
    toast.success(`${nameOf(person)}: ${all ? 'all concerts' : 'no longer all concerts'}`, {
      id: `all ${keyOf(person)}`,
      action: { label: 'Undo', onClick: () => void setAll(person, !all) },
    })
    await staff.reload()
  }
  const by = (action: typeof adding) => async (person: EventStaff) => {
    if ((await action.run(person))?.ok) await staff.reload()
  }
  return (
    <section aria-labelledby="who-works-here" className="mb-8">
      <h2 id="who-works-here" className="section-head head-4">
        Who works here
      </h2>
      <WhenLoaded of={staff} message="Error loading who works here">
        {(all) => (
          <>
            <Workers
              workers={all.filter(({ works }) => works)}
              busy={takingOff.busy || setting.busy}
              onOff={by(takingOff)}
              onAll={setAll}
            />
            <div className="mt-4 flex flex-wrap items-end gap-3">
              <Add others={all.filter(({ works }) => !works)} busy={adding.busy} onAdd={by(adding)} />
              {event ? <InviteButton event={event} /> : null}
            </div>
          </>
        )}
      </WhenLoaded>
      <FailureNote failure={adding.failure ?? takingOff.failure ?? setting.failure} className="mt-3" />
    </section>
  )
}

/** A person may be here in both roles. */
const keyOf = ({ id, role }: EventStaff): string => `${id} ${role}`

const nameOf = ({ name, email }: EventStaff): string => name ?? email ?? 'Without a name'

function Workers({
  workers,
  busy,
  onOff,
  onAll,
}: {
  workers: readonly EventStaff[]
  busy: boolean
  onOff: (person: EventStaff) => Promise<void>
  onAll: (person: EventStaff, all: boolean) => Promise<void>
}) {
  const now = useNow(MINUTE_MS)
  if (workers.length === 0)
    return <p className="text-2 text-muted">No one yet. Admins can scan and sell at every concert.</p>
  return (
    <ul className="rows" aria-labelledby="who-works-here">
      {workers.map((person) => (
        <li key={keyOf(person)} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5">
          <span>
            <span className="font-strong">{nameOf(person)}</span>, {roleNames[person.role]}
            {isOver(person.endsAt, now) ? (
              <span className="text-warn"> · role ended {formatDayTime(person.endsAt!)}</span>
            ) : person.endsAt ? (
              <span className="text-muted"> · until {formatDayTime(person.endsAt)}</span>
            ) : null}
            {person.all ? <span className="text-muted"> · all concerts</span> : null}
          </span>
          <span className="flex gap-4">
            <RowLink
              words={person.all ? 'Take off all concerts' : 'Add to all concerts'}
              person={person}
              busy={busy}
              onPress={() => onAll(person, !person.all)}
            />
            {person.all ? null : <RowLink words="Take off" person={person} busy={busy} onPress={() => onOff(person)} />}
          </span>
        </li>
      ))}
    </ul>
  )
}

function RowLink({
  words,
  person,
  busy,
  onPress,
}: {
  words: string
  person: EventStaff
  busy: boolean
  onPress: () => Promise<void>
}) {
  return (
    <button
      type="button"
      className="link min-h-6 text-2"
      disabled={busy}
      aria-label={`${words}: ${nameOf(person)}, ${roleNames[person.role]}`}
      onClick={() => void onPress()}
    >
      {words}
    </button>
  )
}

/** Chooses among those who have a role of gate or box office. */
function Add({
  others,
  busy,
  onAdd,
}: {
  others: readonly EventStaff[]
  busy: boolean
  onAdd: (person: EventStaff) => Promise<void>
}) {
  const [chosen, setChosen] = useState('')
  if (others.length === 0) return null
  const person = others.find((one) => keyOf(one) === chosen) ?? others[0]!
  return (
    <>
      <SelectField
        label="Has the role already"
        className="min-w-[220px]"
        value={keyOf(person)}
        onChange={({ target }) => setChosen(target.value)}
      >
        {others.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {nameOf(one)}, {roleNames[one.role]}
          </option>
        ))}
      </SelectField>
      <Button kind="line" busy={busy} busyLabel="Adding..." onClick={() => onAdd(person)}>
        Add
      </Button>
    </>
  )
}
