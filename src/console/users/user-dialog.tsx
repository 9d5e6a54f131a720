import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useIdentity } from '#account/session/identity.ts'
import { mailWorks } from '#shop/people/password.api.ts'
import { readProfile, setStaffRole, type ProfileRow } from '#shop/people/users-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { Fact } from '../kit/fact.tsx'
import { RecordHistory } from '../history/history-list.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { isPaymentId as isId } from '../payments/decision/decide.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { CleanUp } from './clean-up.tsx'
import { GateEvents } from './gate-events.tsx'

export function UserDialog({
  userId,
  onChanged,
  onClose,
}: {
  /** From the address: may be invalid. */
  userId: string
  onChanged: () => Promise<unknown>
  onClose: () => void
}) {
  const valid = isId(userId)
  const { value: person, failure, reload } = useLoaded(valid ? userId : '', () => readProfile(userId))
  const changed = () => Promise.all([reload(), onChanged()])
  return (
    <Dialog
      open
      onClose={onClose}
      title={person?.name ?? person?.email ?? 'User'}
      subtitle={person?.email ?? undefined}
    >
      {!valid || failure?.code === 'not_found' ? (
        <p>There is no such account.</p>
      ) : failure && !person ? (
        <ListFailure message="Error loading profiles" failure={failure} onRetry={reload} />
      ) : person ? (
        <>
          <dl className="border-b border-rule">
            <Fact label="Email">{person.email ?? '–'}</Fact>
            <Fact label="Phone">{person.phone ?? '–'}</Fact>
            <Fact label="Place">{person.location ?? '–'}</Fact>
            <Fact label="Marketing">
              {person.marketingConsentedAt ? `agreed, ${formatDayTime(person.marketingConsentedAt)}` : 'not agreed'}
            </Fact>
            <Fact label="Registered">{formatDayTime(person.createdAt)}</Fact>
            {person.email ? (
              <Fact label="Bought">
                <Link className="link mr-4" to={withQuery(paths.adminBookings, { q: person.email })}>
                  Bookings
                </Link>
                <Link className="link" to={withQuery(paths.adminPayments, { status: 'all', q: person.email })}>
                  Payments
                </Link>
              </Fact>
            ) : null}
          </dl>
          <RoleForm key={person.role ?? 'none'} person={person} onChanged={changed} />
          <CleanUp person={person} onChanged={changed} />
          {person.role === 'gate' ? <GateEvents userId={person.id} /> : null}
          <RecordHistory
            key={person.updatedAt + (person.role ?? '')}
            of={[
              { noun: 'staff', ids: [person.id] },
              { noun: 'staff_events', ids: [person.id] },
            ]}
          />
        </>
      ) : (
        <ListSkeleton />
      )}
    </Dialog>
  )
}

type Choice = 'none' | 'gate' | 'admin'
const choices: { value: Choice; label: string }[] = [
  { value: 'none', label: 'Customer' },
  { value: 'gate', label: 'Gate: scans tickets at the events chosen below' },
  { value: 'admin', label: 'Admin: may do everything here' },
]

function RoleForm({ person, onChanged }: { person: ProfileRow; onChanged: () => Promise<unknown> }) {
  const identity = useIdentity()
  const me = identity.status === 'signed-in' && identity.userId === person.id
  const now: Choice = person.role ?? 'none'
  const [choice, setChoice] = useState<Choice>(now)
  const { busy, failure, run, forget } = useAction(() => setStaffRole(person.id, choice === 'none' ? null : choice), {
    done: 'Role changed',
    failed: 'Error changing the role',
  })
  const mail = useLoaded('mail', mailWorks).value
  const gives = choice !== 'none' && choice !== now
  const save = async () => {
    if (choice === now) return
    const result = await run()
    if (result?.ok) await onChanged()
  }
  return (
    <section className="mt-5">
      <h3 className="mb-2 font-strong">What they may do</h3>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Role"
          className="min-w-[240px] flex-1"
          value={choice}
          onChange={(event) => {
            setChoice(event.target.value as Choice)
            forget()
          }}
        >
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </SelectField>
        <Button busy={busy} busyLabel="Saving..." disabled={choice === now} onClick={save}>
          Change role
        </Button>
      </div>
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
      {failure ? (
        <Note kind="bad" className="mt-3" role="alert">
          {wordRoleFailure(failure)}
        </Note>
      ) : null}
    </section>
  )
}

function wordRoleFailure(failure: Failure): string {
  switch (failure.code) {
    case 'last_admin':
      return 'This is the last admin, and the shop needs one. Make someone else an admin first.'
    case 'not_confirmed':
      return 'This address is not confirmed yet. They have to open the link in their mail first.'
    default:
      return whyFailed(failure)
  }
}
