import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead } from '#platform/supabase/call.ts'
import { readPages } from '#platform/supabase/read-pages.ts'
import { backend } from '#platform/supabase/client.ts'
import { containsText, rangeOf, readList, type ListQuery, type Page } from '#platform/supabase/list-query.ts'

export interface SingerListRow {
  id: string
  name: string
  events: number
  upcomingEvents: number
}

export const singerSorts = ['name', 'events', 'upcoming_events', 'created_at'] as const

/** One page of singers. */
export function listSingers(query: ListQuery): Promise<Result<Page<SingerListRow>>> {
  return readList(
    async () => {
      const client = await backend({ console: true })
      let rows = client.from('singer_list').select('id,name,events,upcoming_events', { count: 'exact' })
      const search = containsText(['name'], query.search)
      if (search) rows = rows.or(search)
      return rows
        .order(query.sort.column, { ascending: query.sort.ascending })
        .order('id')
        .range(...rangeOf(query))
    },
    (row) => ({
      id: row.id,
      name: row.name,
      events: Number(row.events),
      upcomingEvents: Number(row.upcoming_events),
    }),
  )
}

/** Every singer's id and name, by name: what a form offers to choose from. */
export async function readSingerNames(): Promise<Result<{ id: string; name: string }[]>> {
  const rows = await readPages(
    async (after) => {
      const client = await backend({ console: true })
      let query = client.from('singers').select('id,name')
      if (after) query = query.gt('id', after)
      return query.order('id').limit(1_000)
    },
    (row) => row.id,
    (row): { id: string; name: string } => ({ id: row.id, name: row.name }),
  )
  return rows.ok ? ok(rows.value.sort((a, b) => a.name.localeCompare(b.name, 'en-IN'))) : rows
}

/** Whether a singer of exactly this id is there; used after an insert whose answer was lost. */
async function singerExists(id: string): Promise<boolean> {
  const found = await callRead<unknown[]>(async () =>
    (await backend({ console: true })).from('singers').select('id').eq('id', id),
  )
  return found.ok && found.value.length > 0
}

/** Adds a singer under an id made by the caller, so that repeating it adds nothing twice. Refusals: name_taken, invalid. */
export async function addSinger(id: string, name: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).from('singers').insert({ id, name }))
  if (answer.ok) return ok(null)
  if (answer.failure.code !== 'unreachable' && (await singerExists(id))) return ok(null)
  return answer
}

/** Renames. Refusals: name_taken, invalid; not_found when the singer is gone. */
export async function renameSinger(id: string, name: string): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true })).from('singers').update({ name }).eq('id', id).select('id'),
  )
  if (!answer.ok) return answer
  return answer.value.length > 0 ? ok(null) : failed('not_found')
}

/** Deletes, with the singer's events. Refusal: in_use while seats, bookings or payments hang on one of them. */
export async function deleteSinger(id: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).from('singers').delete().eq('id', id))
  return answer.ok ? ok(null) : answer
}
