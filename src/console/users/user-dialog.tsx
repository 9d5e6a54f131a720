import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isDoorRole } from '#shop/people/role.ts'
import { readProfile } from '#shop/people/users-admin.api.ts'
import { isUuid } from '#platform/text/uuid.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { paths, withQuery } from '#ui/paths.ts'
import { Fact } from '../kit/fact.tsx'
import { RecordHistory } from '../history/history-list.tsx'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { CleanUp } from './clean-up.tsx'
import { GateEvents } from './gate-events.tsx'
import { RoleForm } from './role-form.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { TextLink } from '../kit/text-link.tsx'

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
  const valid = isUuid(userId)
  const { value: person, failure, reload } = useLoaded(valid ? userId : '', () => readProfile(userId))
  /** Closing an account or freeing its seats changes nothing of the profile itself. */
  const [changes, setChanges] = useState(0)
  const changed = () => {
    setChanges((n) => n + 1)
    return Promise.all([reload(), onChanged()])
  }
  return (
    <Dialog
      open
      onClose={() => leaveOrAsk(onClose)}
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
                <TextLink to={withQuery(paths.adminPayments, { status: 'all', q: person.email })}>Payments</TextLink>
              </Fact>
            ) : null}
          </dl>
          <RoleForm key={JSON.stringify(person.roles)} person={person} onChanged={changed} />
          <CleanUp person={person} onChanged={changed} />
          {person.roles.map(({ role }) =>
            isDoorRole(role) ? <GateEvents key={role} userId={person.id} role={role} /> : null,
          )}
          <RecordHistory
            key={`${person.updatedAt} ${JSON.stringify(person.roles)} ${changes}`}
            of={[
              { noun: 'profiles', ids: [person.id] },
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
