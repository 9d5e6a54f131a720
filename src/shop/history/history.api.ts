import { staffRoles, type Role } from '#shop/people/role.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import type { RowFrom } from '#platform/supabase/row-types.ts'
import { iso, oneOfOrNull, numberOf } from '#platform/text/wire-values.ts'
import { callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/** One change, as the database wrote it down. */
export interface HistoryEntry {
  /** Rises with time. */
  id: number
  /** ISO instant */
  at: string
  /** Null for the shop itself. */
  actorId: string | null
  /** Null for the shop itself and for deleted accounts. */
  actorName: string | null
  actorRole: Role
  action: string
  /** The table. */
  noun: string
  rowId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Records that belong to one thing: rows of a table by their ids. */
export interface HistoryOf {
  noun: string
  ids: readonly string[]
}

/** Entries of one page of the history; older ones follow by their id. */
export const HISTORY_PAGE = 50

const parseEntry = (
  row: RowFrom<'get_history', 'actor' | 'actor_name' | 'actor_role' | 'before' | 'after'>,
): HistoryEntry => ({
  id: numberOf(row.id),
  at: iso(row.at),
  actorId: row.actor ?? null,
  actorName: row.actor_name || null,
  actorRole: oneOfOrNull(staffRoles, row.actor_role),
  action: row.action,
  noun: row.noun,
  rowId: row.row_id,
  before: row.before as HistoryEntry['before'],
  after: row.after as HistoryEntry['after'],
})

/** The newest changes older than `before` (null: than nothing), of one table or of all; `byStaff` leaves out customers' own. */
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

/** What happened to these records, newest first: the newest page older than `before` (null: than nothing). */
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
  // The newest page of each holds the newest page of all.
  return ok(found.toSorted((a, b) => b.id - a.id).slice(0, HISTORY_PAGE))
}
