import { useState } from 'react'
import { useIdentity } from '#account/session/identity.ts'
import { mailWorks } from '#shop/people/password.api.ts'
import { isOver, staffRoles, type StaffRole } from '#shop/people/role.ts'
import { setStaffRoles, type ProfileRow } from '#shop/people/users-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { dayKey, formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { CheckField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { FailureNote, FormFrame } from '../kit/form/form-frame.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { endOfDay, lastDayOf, roleChoices, roleNames } from './roles.ts'
import { useForm } from '../kit/form/use-form.ts'

const MINUTE_MS = 60_000

/** The last day of each role that is ticked; '' for no end. */
type Days = Readonly<Partial<Record<StaffRole, string>>>

const chosenOf = (days: Days): StaffRole[] => staffRoles.filter((role) => days[role] !== undefined)

export function RoleForm({ person, onChanged }: { person: ProfileRow; onChanged: () => Promise<unknown> }) {
  const identity = useIdentity()
  const me = identity.status === 'signed-in' && identity.userId === person.id
  const time = useNow(MINUTE_MS)
  const ended = person.roles.filter(({ endsAt }) => isOver(endsAt, time))
  const [held] = useState(() => person.roles.filter(({ endsAt }) => !isOver(endsAt, time)))
  const daysNow: Days = Object.fromEntries(held.map(({ role, endsAt }) => [role, lastDayOf(endsAt)]))
  const isUnsaved = ({ days }: { days: Days }) => staffRoles.some((role) => days[role] !== daysNow[role])
  const form = useForm({
    start: { days: daysNow },
    // An end that is not edited keeps its time of day.
    read: ({ days }) => ({
      roles: chosenOf(days).map((role) => {
        const same = held.find((one) => one.role === role && days[role] === daysNow[role])
        return same ?? { role, endsAt: endOfDay(days[role] ?? '') }
      }),
    }),
    save: ({ roles }) => setStaffRoles(person.id, roles),
    onSaved: onChanged,
    isUnsaved,
    words: 'The roles that you changed are not saved yet.',
    done: 'Roles changed',
    failed: 'Error changing the roles',
  })
  const { draft, busy } = form
  const chosen = chosenOf(draft.days)
  const change = (role: StaffRole, day: string | undefined) => {
    form.change({ days: { ...draft.days, [role]: day } })
    form.forget()
  }
  const mail = useLoaded('mail', mailWorks).value
  const gives = chosen.some((role) => daysNow[role] === undefined)
  return (
    <section className="mt-5">
      <h3 className="mb-2 font-strong">What they may do</h3>
      {ended.map(({ role, endsAt }) => (
        <Note key={role} kind="warn" className="mb-3">
          {roleNames[role]} ended {formatDayTime(endsAt!)}: it gives nothing. Tick it again to renew it.
        </Note>
      ))}
      <FormFrame form={form} className="grid justify-items-start gap-3">
        <fieldset className="grid gap-1">
          <legend className="sr-only">Roles; none is a customer</legend>
          {roleChoices.map(({ value: role, label }) => (
            <div key={role}>
              <CheckField
                label={label}
                checked={draft.days[role] !== undefined}
                onChange={({ target }) => change(role, target.checked ? (daysNow[role] ?? '') : undefined)}
              />
              {draft.days[role] === undefined ? null : (
                <LastDay
                  of={role}
                  className="mb-2 ml-8"
                  value={draft.days[role]}
                  onChange={(day) => change(role, day)}
                />
              )}
            </div>
          ))}
        </fieldset>
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={!isUnsaved(draft)}>
          Change roles
        </Button>
      </FormFrame>
      {me && daysNow.admin !== undefined && !chosen.includes('admin') ? (
        <Note kind="warn" className="mt-3">
          This is your own account. You lose access to the console.
        </Note>
      ) : null}
      {gives && mail === false ? (
        <Note kind="warn" className="mt-3" role="status">
          This shop sends no email, so no one has proved that this address is theirs. Ask the person themselves before
          you give them a role.
        </Note>
      ) : null}
      <FailureNote failure={form.failure} words={wordRoleFailure} className="mt-3" />
    </section>
  )
}

/** Asks for the last day of a role; empty: the role has no end. */
export function LastDay({
  of,
  value,
  onChange,
  className,
}: {
  of: StaffRole
  value: string
  onChange: (day: string) => void
  className?: string
}) {
  const now = useNow(MINUTE_MS)
  return (
    <TextField
      label={`Last day, ${roleNames[of]} (empty: no end)`}
      type="date"
      className={classes('w-[260px]', className)}
      min={dayKey(now)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const isOfEnd = ({ detail }: Failure): boolean =>
  typeof detail === 'string' && (detail === 'p_role_ends_at' || detail.startsWith('p_roles.'))

export function wordRoleFailure(failure: Failure): string {
  switch (failure.code) {
    case 'last_admin':
      return 'This is the last admin, and the shop needs one. Make someone else an admin first, without a last day.'
    case 'not_confirmed':
      return 'This address is not confirmed yet. They have to open the link in their mail first.'
    case 'forbidden':
      return isOfEnd(failure)
        ? 'Your own role has an end, so you cannot make an admin who stays longer than you.'
        : whyFailed(failure)
    case 'invalid':
      return isOfEnd(failure) ? 'Choose today or a later day.' : whyFailed(failure)
    default:
      return whyFailed(failure)
  }
}
