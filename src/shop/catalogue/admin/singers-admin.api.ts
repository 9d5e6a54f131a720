import { ok, type Result } from '#platform/failure/failure.ts'
import { number, or, row, text, type Of } from '#platform/text/wire.ts'
import { readTable, type ListQuery, type Page } from '#platform/supabase/list-query.ts'
import { addRow, deleteRow, readRow, updateRow } from '#platform/supabase/rows.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const parseSinger = row({ id: text, name: text, events: or(number, 0), upcomingEvents: or(number, 0) })
export type SingerListRow = Of<typeof parseSinger>

export const singerSorts = ['name', 'events', 'upcoming_events', 'created_at'] as const

export const listSingers = (query: ListQuery): Promise<Result<Page<SingerListRow>>> =>
  readTable(
    query,
    (client) => client.from('singer_list').select('id,name,events,upcoming_events', { count: 'exact' }),
    parseSinger,
  )

export async function readSingerNames(): Promise<Result<{ id: string; name: string }[]>> {
  const rows = await asStaff.pages((client) => client.from('singers').select('id,name'), row({ id: text, name: text }))
  return rows.ok ? ok(rows.value.sort((a, b) => a.name.localeCompare(b.name, 'en-IN'))) : rows
}

/** Adds a singer under the caller's id; a repeat adds nothing twice. Refusals: name_taken, invalid. */
export const addSinger = (id: string, name: string): Promise<Result<null>> =>
  addRow('singers', { id, name }, () => readRow((client) => client.from('singers').select('id').eq('id', id), String))

/** Refusals: name_taken, invalid, not_found. */
export const renameSinger = (id: string, name: string): Promise<Result<null>> => updateRow('singers', id, { name })

/** Deletes a singer with all events. Refusal: in_use while seats, orders or payments depend on one of them. */
export const deleteSinger = (id: string): Promise<Result<null>> => deleteRow('singers', id)
