import { staffRoles } from '#shop/people/role.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { asIs, filled, from, instant, number, oneOfOrNull, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import type { Backend } from '#platform/supabase/client.ts'

export interface HistoryOf {
  noun: string
  ids: readonly string[]
}

export const HISTORY_PAGE = 50

const parseEntry = row({
  id: number,
  /** ISO instant. */
  at: instant,
  /** Null for the shop itself. */
  actorId: from('actor', orNull(text)),
  actorName: filled,
  actorRole: oneOfOrNull(staffRoles),
  action: text,
  noun: text,
  rowId: text,
  /** Whose account or role it was; null without a name, and for other records. */
  ofName: filled,
  before: orNull(asIs<Record<string, unknown>>()),
  after: orNull(asIs<Record<string, unknown>>()),
})
export type HistoryEntry = Of<typeof parseEntry>

/** Returns a page of changes before id `before`, newest first; `byStaff` leaves out customers' own. */
export const readHistory = (query: {
  noun: string | null
  byStaff: boolean
  before: number | null
}): Promise<Result<HistoryEntry[]>> =>
  readPage(query.before, (all) => {
    const rows = query.noun ? all.eq('noun', query.noun) : all
    return query.byStaff ? rows.not('actor_role', 'is', null) : rows
  })

const allOf = (client: Backend) => client.rpc('get_history').select('*')

const readPage = (
  before: number | null,
  narrow: (rows: ReturnType<typeof allOf>) => ReturnType<typeof allOf>,
): Promise<Result<HistoryEntry[]>> =>
  asStaff.rows(
    (client) => {
      const rows = narrow(allOf(client))
      return (before === null ? rows : rows.lt('id', before)).order('id', { ascending: false }).limit(HISTORY_PAGE)
    },
    (rows) => rows.map(parseEntry),
  )

/** Returns a page of the changes of these records before id `before`, newest first. */
export async function readHistoryOf(
  things: readonly HistoryOf[],
  before: number | null,
): Promise<Result<HistoryEntry[]>> {
  const found: HistoryEntry[] = []
  for (const { noun, ids } of things) {
    if (ids.length === 0) continue
    const entries = await readPage(before, (rows) => rows.eq('noun', noun).in('row_id', [...ids]))
    if (!entries.ok) return entries
    found.push(...entries.value)
  }
  // The newest page of each contains the newest page of all.
  return ok(found.toSorted((a, b) => b.id - a.id).slice(0, HISTORY_PAGE))
}

/** Records an export in the history; `what`: 'payments', 'check-ins', 'backup'. Never rejects. */
export async function noteExport(what: string, rows: number): Promise<void> {
  await asStaff.call('note_export', { p_what: what, p_rows: rows })
}
