import type { Sql } from '../../database/database.ts'

export const BATCH = 1_000

export async function insertRows(sql: Sql, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).join(', ')
  for (let from = 0; from < rows.length; from += BATCH) {
    await sql.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
      [JSON.stringify(rows.slice(from, from + BATCH))],
    )
  }
}
