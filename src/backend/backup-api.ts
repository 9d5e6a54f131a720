import { ok, type Result } from '#domain/failure.ts'
import { callRead } from './call.ts'
import { PAGE_ROWS } from './catalogue-api.ts'
import { anyTable, backend } from './client.ts'

/**
 * Every table an admin may read, with the columns of its key, parents before what refers to them: rows can be put back
 * in this order. A test holds the list against the migrations.
 */
export const backupTables: Readonly<Record<string, readonly string[]>> = {
  shop_settings: ['id'],
  singers: ['id'],
  events: ['id'],
  ticket_categories: ['id'],
  seating_layouts: ['id'],
  ticket_category_layouts: ['ticket_category_id'],
  profiles: ['id'],
  staff: ['user_id'],
  staff_events: ['user_id', 'event_id'],
  payments: ['id'],
  payment_lines: ['id'],
  payment_flags: ['payment_id', 'flag'],
  user_tickets: ['id'],
  seat_claims: ['event_id', 'place', 'seat'],
  ticket_scans: ['id'],
  refunds: ['id'],
  bank_rows: ['id'],
  contact_messages: ['id'],
  deleted_rows: ['table', 'id'],
  audit_log: ['id'],
}

/** Tables that no admin reads, and why they are missing from the file. */
export const notInBackup: Readonly<Record<string, string>> = {
  outgoing_mail: 'mails on their way; the payments say what was decided',
}

export type BackupRow = Record<string, unknown>

/** Reads one table page by page, in the order of its key, and hands each page on. Resolves with the number of rows. */
export async function readBackupTable(table: string, onRows: (rows: BackupRow[]) => void): Promise<Result<number>> {
  const key = backupTables[table] ?? []
  const [single] = key.length === 1 ? key : []
  let read = 0
  let last: unknown
  for (;;) {
    const from = last
    const skip = read
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const answer = await callRead<BackupRow[]>(async () => {
      let query = anyTable(await backend({ console: true }))
        .from(table)
        .select('*')
      for (const column of key) query = query.order(column)
      if (!single) return query.range(skip, skip + PAGE_ROWS - 1)
      if (from !== undefined) query = query.gt(single, from)
      return query.limit(PAGE_ROWS)
    })
    if (!answer.ok) return answer
    const rows = answer.value
    // A backend may cut pages shorter than asked: only an empty one is the end.
    if (rows.length === 0) return ok(read)
    onRows(rows)
    read += rows.length
    if (single) last = rows[rows.length - 1]?.[single]
  }
}
