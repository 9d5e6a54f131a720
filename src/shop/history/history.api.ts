import { staffRoles, type Role } from '#shop/people/role.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import type { RowFrom } from '#platform/supabase/row-types.ts'
import { iso, oneOfOrNull, numberOf } from '#platform/text/wire-values.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

export interface HistoryEntry {
  id: number
  /** ISO instant. */
  at: string
  /** Null for the shop itself. */
  actorId: string | null
  actorName: string | null
  actorRole: Role
  action: string
  noun: string
  rowId: string
  /** Whose account or role it was; null without a name, and for other records. */
  ofName: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface HistoryOf {
  noun: string
  ids: readonly string[]
}

export const HISTORY_PAGE = 50

const parseEntry = (
  row: RowFrom<'get_history', 'actor' | 'actor_name' | 'actor_role' | 'before' | 'after' | 'of_name'>,
): HistoryEntry => ({
  id: numberOf(row.id),
  at: iso(row.at),
  actorId: row.actor ?? null,
  actorName: row.actor_name || null,
  actorRole: oneOfOrNull(staffRoles, row.actor_role),
  action: row.action,
  noun: row.noun,
  rowId: row.row_id,
  ofName: row.of_name || null,
  before: row.before as HistoryEntry['before'],
  after: row.after as HistoryEntry['after'],
})

/** Returns a page of changes before id `before`, newest first; `byStaff` leaves out customers' own. */
export async function readHistory(query: {
  noun: string | null
  byStaff: boolean
  before: number | null
}): Promise<Result<HistoryEntry[]>> {
  const answer = await callRead(async () => {
    let rows = (await backend({ console: true })).rpc('get_history').select('*')
    if (query.noun) rows = rows.eq('noun', query.noun)
    if (query.byStaff) rows = rows.not('actor_role', 'is', null)
    if (query.before !== null) rows = rows.lt('id', query.before)
    return rows.order('id', { ascending: false }).limit(HISTORY_PAGE)
  })
  return parsed(answer, (rows) => rows.map(parseEntry))
}

/** Returns a page of the changes of these records before id `before`, newest first. */
export async function readHistoryOf(
  things: readonly HistoryOf[],
  before: number | null,
): Promise<Result<HistoryEntry[]>> {
  const found: HistoryEntry[] = []
  for (const { noun, ids } of things) {
    if (ids.length === 0) continue
    const answer = await callRead(async () => {
      const rows = (await backend({ console: true }))
        .rpc('get_history')
        .select('*')
        .eq('noun', noun)
        .in('row_id', [...ids])
      return (before === null ? rows : rows.lt('id', before)).order('id', { ascending: false }).limit(HISTORY_PAGE)
    })
    const entries = parsed(answer, (rows) => rows.map(parseEntry))
    if (!entries.ok) return entries
    found.push(...entries.value)
  }
  // The newest page of each contains the newest page of all.
  return ok(found.toSorted((a, b) => b.id - a.id).slice(0, HISTORY_PAGE))
}
