import { useIdentity } from '#account/session/identity.ts'
import { mailWorks } from '#shop/people/password.api.ts'
import { isOver, type StaffRole } from '#shop/people/role.ts'
import { setStaffRole, type ProfileRow } from '#shop/people/users-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { dayKey, formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { FailureNote, FormFrame } from '../kit/form/form-frame.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { endOfDay, lastDayOf, roleChoices } from './roles.ts'
import { useForm } from '../kit/form/use-form.ts'

const MINUTE_MS = 60_000

type Choice = 'none' | StaffRole
const choices: { value: Choice; label: string }[] = [{ value: 'none', label: 'Customer' }, ...roleChoices]

export function RoleForm({ person, onChanged }: { person: ProfileRow; onChanged: () => Promise<unknown> }) {
  const identity = useIdentity()
  const me = identity.status === 'signed-in' && identity.userId === person.id
  const now: Choice = person.role ?? 'none'
  const time = useNow(MINUTE_MS)
  const dayNow = lastDayOf(person.roleEndsAt)
  const isUnsaved = ({ choice: to, day }: { choice: Choice; day: string }) =>
    to !== now || (to !== 'none' && day !== dayNow)
  const form = useForm({
    start: { choice: now, day: dayNow },
    // An end that is not edited keeps its time of day.
    read: ({ choice: to, day }) =>
      to === 'none'
        ? { role: null, endsAt: null }
        : { role: to, endsAt: day === dayNow ? person.roleEndsAt : endOfDay(day) },
    save: ({ role, endsAt }) => setStaffRole(person.id, role, endsAt),
    onSaved: onChanged,
    isUnsaved,
    words: 'The role that you changed is not saved yet.',
    done: 'Role changed',
    failed: 'Error changing the role',
  })
  const { draft, busy } = form
  const { choice } = draft
  const change = (part: Partial<typeof draft>) => {
    form.change(part)
    form.forget()
  }
  const mail = useLoaded('mail', mailWorks).value
  const gives = choice !== 'none' && choice !== now
  return (
    <section className="mt-5">
      <h3 className="mb-2 font-strong">What they may do</h3>
      {person.role && isOver(person.roleEndsAt, time) ? (
        <Note kind="warn" className="mb-3">
          This role ended {formatDayTime(person.roleEndsAt!)}: it gives nothing. Choose a later last day to renew it.
        </Note>
      ) : null}
      <FormFrame form={form} className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Role"
          className="min-w-[240px] flex-1"
          value={choice}
          onChange={({ target }) => change({ choice: target.value as Choice })}
        >
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </SelectField>
        {choice === 'none' ? null : <LastDay value={draft.day} onChange={(day) => change({ day })} />}
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={!isUnsaved(draft)}>
          Change role
        </Button>
      </FormFrame>
      {me && now === 'admin' && choice !== 'admin' ? (
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
export function LastDay({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const now = useNow(MINUTE_MS)
  return (
    <TextField
      label="Last day (empty: no end)"
      type="date"
      className="w-[220px]"
      min={dayKey(now)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function wordRoleFailure(failure: Failure): string {
  switch (failure.code) {
    case 'last_admin':
      return 'This is the last admin, and the shop needs one. Make someone else an admin first, without a last day.'
    case 'not_confirmed':
      return 'This address is not confirmed yet. They have to open the link in their mail first.'
    case 'forbidden':
      return failure.detail === 'p_ends_at' || failure.detail === 'p_role_ends_at'
        ? 'Your own role has an end, so you cannot make an admin who stays longer than you.'
        : whyFailed(failure)
    case 'invalid':
      return failure.detail === 'p_ends_at' || failure.detail === 'p_role_ends_at'
        ? 'Choose today or a later day.'
        : whyFailed(failure)
    default:
      return whyFailed(failure)
  }
}
