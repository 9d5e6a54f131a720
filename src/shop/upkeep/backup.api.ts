import { PAGE_ROWS } from '#platform/supabase/ask.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { callRead } from '#platform/supabase/call.ts'
import { anyTable, backend } from '#platform/supabase/client.ts'

/** Tables an admin may read, with their keys, parents first: rows can be restored in this order. */
export const backupTables: Readonly<Record<string, readonly string[]>> = {
  shop_settings: ['id'],
  shop_terms: ['from_day'],
  tax_rules: ['id'],
  singers: ['id'],
  events: ['id'],
  ticket_categories: ['id'],
  seating_layouts: ['id'],
  ticket_category_layouts: ['ticket_category_id'],
  discount_codes: ['id'],
  profiles: ['id'],
  staff: ['user_id', 'role'],
  staff_events: ['user_id', 'role', 'event_id'],
  staff_invitations: ['id'],
  tills: ['id'],
  till_moves: ['id'],
  payments: ['id'],
  payment_lines: ['id'],
  payment_flags: ['payment_id', 'flag'],
  user_tickets: ['id'],
  passes: ['ticket_id', 'number'],
  pass_rules: ['event_id'],
  pass_transfers: ['id'],
  waits: ['id'],
  offers: ['id'],
  returns: ['id'],
  guest_tickets: ['ticket_id'],
  seat_claims: ['event_id', 'place', 'seat'],
  ticket_scans: ['id'],
  refunds: ['id'],
  refund_shares: ['refund_id', 'payment_line_id'],
  payouts: ['id'],
  payout_lines: ['payout_id', 'line'],
  papers: ['id'],
  ledger: ['id'],
  settlements: ['event_id'],
  closed_months: ['month'],
  irns: ['paper_id'],
  credits: ['id'],
  credit_proofs: ['id'],
  bank_debits: ['id'],
  proof_rules: ['id'],
  contact_messages: ['id'],
  announcements: ['id'],
  notices: ['id'],
  deleted_rows: ['table', 'id'],
  audit_log: ['id'],
}

export type BackupRow = Record<string, unknown>

/** Condition for the rows after `row` in key order. Ids, seats and table names need no escaping in it. */
const after = (key: readonly string[], row: BackupRow): string =>
  key
    .map((column, at) => {
      const same = key.slice(0, at).map((before) => `${before}.eq.${String(row[before])}`)
      const later = `${column}.gt.${String(row[column])}`
      return same.length > 0 ? `and(${[...same, later].join(',')})` : later
    })
    .join(',')

/** Reads a table page by page in key order. Resolves with the number of rows. */
export async function readBackupTable(table: string, onRows: (rows: BackupRow[]) => void): Promise<Result<number>> {
  const key = backupTables[table] ?? []
  const [first = ''] = key
  let read = 0
  let last: BackupRow | undefined
  for (;;) {
    const from = last
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const answer = await callRead<BackupRow[]>(async () => {
      let query = anyTable(await backend({ console: true }))
        .from(table)
        .select('*')
      for (const column of key) query = query.order(column)
      if (from)
        query = key.length > 1 ? query.gte(first, from[first]).or(after(key, from)) : query.gt(first, from[first])
      return query.limit(PAGE_ROWS)
    })
    if (!answer.ok) return answer
    const rows = answer.value
    // A backend may return short pages: only an empty one is the end.
    if (rows.length === 0) return ok(read)
    onRows(rows)
    read += rows.length
    last = rows[rows.length - 1]
  }
}
