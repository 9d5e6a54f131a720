import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead } from '#platform/supabase/call.ts'
import { readPages } from '#platform/supabase/read-pages.ts'
import { number, or, row, text, type Of } from '#platform/text/wire.ts'
import { backend } from '#platform/supabase/client.ts'
import { wordPatterns, rangeOf, readList, type ListQuery, type Page } from '#platform/supabase/list-query.ts'

const parseSinger = row({ id: text, name: text, events: or(number, 0), upcomingEvents: or(number, 0) })
export type SingerListRow = Of<typeof parseSinger>

export const singerSorts = ['name', 'events', 'upcoming_events', 'created_at'] as const

export function listSingers(query: ListQuery): Promise<Result<Page<SingerListRow>>> {
  return readList(async () => {
    const client = await backend({ console: true })
    let rows = client.from('singer_list').select('id,name,events,upcoming_events', { count: 'exact' })
    for (const pattern of wordPatterns(query.search)) rows = rows.like('search_words', pattern)
    return rows
      .order(query.sort.column, { ascending: query.sort.ascending })
      .order('id')
      .range(...rangeOf(query))
  }, parseSinger)
}

export async function readSingerNames(): Promise<Result<{ id: string; name: string }[]>> {
  const rows = await readPages(
    async (after) => {
      const client = await backend({ console: true })
      let query = client.from('singers').select('id,name')
      if (after) query = query.gt('id', after)
      return query.order('id').limit(1_000)
    },
    (singer) => singer.id,
    row({ id: text, name: text }),
  )
  return rows.ok ? ok(rows.value.sort((a, b) => a.name.localeCompare(b.name, 'en-IN'))) : rows
}

async function singerExists(id: string): Promise<boolean> {
  const found = await callRead<unknown[]>(async () =>
    (await backend({ console: true })).from('singers').select('id').eq('id', id),
  )
  return found.ok && found.value.length > 0
}

/** Adds a singer under the caller's id; a repeat adds nothing twice. Refusals: name_taken, invalid. */
export async function addSinger(id: string, name: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).from('singers').insert({ id, name }))
  if (answer.ok) return ok(null)
  if (answer.failure.code !== 'unreachable' && (await singerExists(id))) return ok(null)
  return answer
}

/** Refusals: name_taken, invalid, not_found. */
export async function renameSinger(id: string, name: string): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true })).from('singers').update({ name }).eq('id', id).select('id'),
  )
  if (!answer.ok) return answer
  return answer.value.length > 0 ? ok(null) : failed('not_found')
}

/** Deletes a singer with all events. Refusal: in_use while seats, orders or payments depend on one of them. */
export async function deleteSinger(id: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).from('singers').delete().eq('id', id))
  return answer.ok ? ok(null) : answer
}
