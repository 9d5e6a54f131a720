import { expect, type Page } from '@playwright/test'
import type { Sql } from '../../../server/database/database.ts'
import { rowsOf } from '../people/phone.ts'

/** A wait of the outbox after some failures, and the request. */
export const ARRIVAL_MS = 75_000

interface SubmissionRow {
  orderId: string
  orderCode: string
  state: string
}

export const submissionsOf = (page: Page): Promise<SubmissionRow[]> => rowsOf<SubmissionRow>(page, 'submissions')

export const picturesOn = async (page: Page): Promise<string[]> =>
  (await rowsOf<{ orderId: string }>(page, 'pictures')).map((row) => row.orderId)

export async function everythingIsSent(page: Page): Promise<void> {
  const unsent = async () => (await submissionsOf(page)).filter((row) => row.state !== 'sent').map((row) => row.state)
  await expect.poll(unsent, { timeout: ARRIVAL_MS }).toEqual([])
}

/** The database's rows of a person's payments: code, number of pictures, claims under review. */
export async function paymentsOf(
  sql: Sql,
  email: string,
): Promise<{ code: string; status: string; pictures: number; claims: number }[]> {
  return sql.query(
    `select p.order_code as code, p.status,
            (select count(*)::int from storage.objects s where s.name like '%' || p.order_id || '%') as pictures,
            (select count(*)::int from public.seat_claims c where c.order_id = p.order_id and c.state = 'under_review') as claims
       from public.payments p join auth.users u on u.id = p.user_id
      where u.email = $1 order by p.created_at`,
    [email],
  )
}

export async function picturesOf(sql: Sql, email: string): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `select count(*)::int as n from storage.objects s join auth.users u on s.name like u.id || '/%' where u.email = $1`,
    [email],
  )
  return row?.n ?? 0
}
