import type { Sql } from '../database/database.ts'

/** Makes the user the caller for the rest of the transaction. */
export async function actAs(sql: Sql, userId: string): Promise<void> {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated' })
  await sql.query(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', 'authenticated', true),
            set_config('request.jwt.claims', $2, true)`,
    [userId, claims],
  )
}
