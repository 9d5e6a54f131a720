import type { Sql } from '../database/database.ts'

/** From here on the database sees that user as the caller, as it does during a request. */
export async function actAs(sql: Sql, userId: string): Promise<void> {
  const claims = JSON.stringify({ sub: userId, role: 'authenticated' })
  await sql.query(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', 'authenticated', true),
            set_config('request.jwt.claims', $2, true)`,
    [userId, claims],
  )
}
