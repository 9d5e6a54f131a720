import type { HeldRole } from './role.ts'
import { parseRoles } from '#shop/staff/role-rows.ts'
import type { Result } from '#platform/failure/failure.ts'
import { filled, from, instant, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { backend, type Backend } from '#platform/supabase/client.ts'
import {
  rangeOf,
  readFile,
  readLongList,
  searched,
  searchText,
  sortedBy,
  type ListQuery,
  type Page,
  type Reading,
} from '#platform/supabase/list-query.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { readRow } from '#platform/supabase/rows.ts'

const nullable = ['name']

/** Each is served by an index. */
export const profileSorts = ['created_at', 'name', 'email', 'updated_at'] as const

const listed = (client: Backend, search: string | undefined, staffOnly: boolean) =>
  searched(
    client,
    ['get_all_profiles', 'search_profiles'],
    search === undefined ? null : { p_search: search, p_staff: staffOnly },
  )

const matching = <Q extends { not: (column: 'role', operator: 'is', value: null) => Q }>(
  rows: Q,
  staffOnly: boolean,
): Q => (staffOnly ? rows.not('role', 'is', null) : rows)

const parseProfile = row({
  id: from('profile_id', text),
  name: filled,
  email: filled,
  phone: filled,
  location: filled,
  /** As given, the widest first; one that has ended gives nothing. */
  roles: parseRoles,
  /** ISO instant; null without consent. */
  marketingConsentedAt: orNull(instant),
  createdAt: instant,
  updatedAt: instant,
})
export type ProfileRow = Of<typeof parseProfile>

/** Lists people; `staffOnly` leaves the customers out. */
export function listProfiles(query: ListQuery, staffOnly: boolean): Promise<Result<Page<ProfileRow>>> {
  const run = async () => {
    const client = await backend({ console: true })
    return matching(listed(client, searchText(query.search), staffOnly).select('*'), staffOnly)
      .order(query.sort.column, sortedBy(query.sort, nullable))
      .order('profile_id')
      .range(...rangeOf(query))
  }
  return readLongList({ name: 'users', filter: staffOnly ? 'staff' : null }, query, run, parseProfile)
}

/** Fails with `not_found` for an unknown id. */
export const readProfile = (id: string): Promise<Result<ProfileRow>> =>
  readRow((client) => client.rpc('get_all_profiles').select('*').eq('profile_id', id), parseProfile)

/** Gives exactly these roles; none makes a customer. Refusals: last_admin, not_confirmed, not_found, forbidden, invalid. */
export const setStaffRoles = (userId: string, roles: readonly HeldRole[]): Promise<Result<null>> =>
  asStaff.call('set_staff_roles', {
    p_user_id: userId,
    p_roles: Object.fromEntries(roles.map(({ role, endsAt }) => [role, endsAt])),
  })

/** Reads all people for a file. */
export const everyProfile = <L = ProfileRow>(
  { search, sort }: Pick<ListQuery, 'search' | 'sort'>,
  staffOnly: boolean,
  reading?: Reading<ProfileRow, L>,
): Promise<Result<L[]>> =>
  readFile(
    { list: 'users', search: searchText(search), filter: staffOnly ? 'staff' : null, sort },
    parseProfile,
    reading,
  )
