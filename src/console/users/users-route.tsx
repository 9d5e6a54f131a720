import { everyProfile, listProfiles, profileSorts, type ProfileRow } from '#shop/people/users-admin.api.ts'
import { isOver } from '#shop/people/role.ts'
import { formatDay, formatDayTime } from '#platform/time/ist.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { Cell } from '#ui/display/table.tsx'
import { CsvButton, csvTime, type CsvColumn } from '../kit/list/csv-button.tsx'
import { FilterChips, ListFilters, ListFrame, useRows } from '../kit/list/list-frame.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { useListState, type Sort } from '../kit/list/list-state.ts'
import { type Column, ListTable } from '../kit/list/list-table.tsx'
import { SubPages } from '../shell/sub-pages.tsx'
import { InviteButton } from './invite-dialog.tsx'
import { roleNames, userPages } from './roles.ts'
import { UserDialog } from './user-dialog.tsx'

const newest: Sort = { column: 'created_at', ascending: false }

const whose = [
  { value: false, label: 'Everybody' },
  { value: true, label: 'Staff' },
]

const columns: readonly Column[] = [
  { head: 'Name', sort: 'name' },
  { head: 'Email', sort: 'email', deskOnly: true },
  { head: 'Role' },
  { head: 'Registered', sort: 'created_at', first: 'descending' },
  { head: 'Changed', sort: 'updated_at', first: 'descending', deskOnly: true },
]

export function UsersRoute() {
  usePageTitle('Users', 'admin')
  const list = useListState(profileSorts, newest)
  const staffOnly = list.get('role') === 'staff'
  const open = list.get('user')
  const show = (id: string | null) => list.set({ user: id }, true)
  const rows = useRows(list, {
    filter: staffOnly ? 'staff' : 'all',
    message: 'Error loading profiles',
    load: (query) => listProfiles(query, staffOnly),
  })
  const { value, query, reload } = rows

  return (
    <>
      <PageHead title="Users">
        <InviteButton />
        {value && value.total > 0 ? (
          <CsvButton
            name="users"
            total={value}
            columns={userColumns}
            read={(reading) => everyProfile(query, staffOnly, reading)}
          />
        ) : null}
      </PageHead>
      <SubPages label="Users" pages={userPages} />
      <ListFilters list={list} label="Search name, email, phone or place">
        <FilterChips
          label="Who"
          choices={whose}
          value={staffOnly}
          onChoose={(chosen) => list.set({ role: chosen ? 'staff' : null })}
        />
      </ListFilters>
      <ListFrame list={list} rows={rows} noun="users" empty="People appear here when they register.">
        {(people) => (
          <ListTable caption="Users" list={list} columns={columns}>
            {people.map((person) => (
              <UserRow key={person.id} person={person} onView={() => show(person.id)} />
            ))}
          </ListTable>
        )}
      </ListFrame>
      {open === null ? null : <UserDialog key={open} userId={open} onChanged={reload} onClose={() => show(null)} />}
    </>
  )
}

function UserRow({ person, onView }: { person: ProfileRow; onView: () => void }) {
  const now = useNow(60_000)
  return (
    <tr>
      <Cell className="max-desk:w-full max-desk:max-w-0">
        <button
          type="button"
          className="link block max-w-full truncate font-strong"
          aria-label={`View ${person.name ?? ''} ${person.email ?? ''}`}
          onClick={onView}
        >
          {person.name ?? person.email ?? '–'}
        </button>
        <span className="block truncate text-1 text-muted desk:hidden">{person.email}</span>
        {person.phone || person.location ? (
          <span className="block truncate text-1 text-muted">
            {[person.phone, person.location].filter(Boolean).join(' · ')}
          </span>
        ) : null}
      </Cell>
      <Cell deskOnly>{person.email ?? '–'}</Cell>
      <Cell>
        {person.roles.length === 0 ? <span className="text-muted">Customer</span> : null}
        {person.roles.map(({ role, endsAt }) => (
          <span key={role} className="block">
            <StateMark kind={isOver(endsAt, now) ? 'off' : 'info'}>
              {roleNames[role]}
              {isOver(endsAt, now) ? ', ended' : ''}
            </StateMark>
            {endsAt && !isOver(endsAt, now) ? (
              <span className="block text-1 text-muted">until {formatDayTime(endsAt)}</span>
            ) : null}
          </span>
        ))}
      </Cell>
      <Cell className="whitespace-nowrap">{formatDay(person.createdAt)}</Cell>
      <Cell deskOnly className="whitespace-nowrap">
        {formatDayTime(person.updatedAt)}
      </Cell>
    </tr>
  )
}

const userColumns: CsvColumn<ProfileRow>[] = [
  { head: 'Name', cell: (person) => person.name },
  { head: 'Email', cell: (person) => person.email },
  { head: 'Phone', cell: (person) => person.phone },
  { head: 'Place', cell: (person) => person.location },
  {
    head: 'Role',
    cell: ({ roles }) => roles.map(({ role }) => roleNames[role].toLowerCase()).join('; ') || 'customer',
  },
  { head: 'Marketing consent (IST)', cell: (person) => csvTime(person.marketingConsentedAt) },
  { head: 'Registered (IST)', cell: (person) => csvTime(person.createdAt) },
  { head: 'Changed (IST)', cell: (person) => csvTime(person.updatedAt) },
  {
    head: 'Role ends (IST)',
    cell: ({ roles }) =>
      roles
        .map(({ endsAt }) => csvTime(endsAt))
        .filter(Boolean)
        .join('; '),
  },
]
