import { createAccount, passwordLink, replacePassword } from './account.ts'
import { MAILED_LINK_SECONDS } from '../mail/auth-mail.ts'
import type { Database, Sql } from '../database/database.ts'

interface Found {
  id: string
  /** Without an end. */
  admin: boolean
  signed_in: boolean
}

/**
 * Makes the address an admin and returns a one-time link that sets its password; null when it has one, unless `again`.
 * First ends the password and sessions of a self-registered account: it may belong to another person.
 */
export async function ensureAdmin(
  database: Database,
  address: string,
  email: string,
  again = false,
): Promise<string | null> {
  return database.transaction(async (sql) => {
    const [found] = await sql.query<Found>(
      `select u.id, u.last_sign_in_at is not null as signed_in, exists (
           select from public.staff s where s.user_id = u.id and s.role = 'admin' and s.ends_at is null) as admin
         from auth.users u where u.email = $1`,
      [email],
    )
    if (found?.admin) {
      if (found.signed_in && !again) return null
      return passwordLink(sql, address, found.id, MAILED_LINK_SECONDS)
    }
    const id = found?.id ?? (await createAccount(sql, { email, name: 'Admin', password: null }))
    if (found) {
      await replacePassword(sql, id, null)
      await sql.query('update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1', [
        id,
      ])
    }
    await sql.query(
      `insert into public.staff (user_id, role) values ($1, 'admin')
       on conflict (user_id, role) do update set ends_at = null`,
      [id],
    )
    return passwordLink(sql, address, id, MAILED_LINK_SECONDS)
  })
}

/** Returns true when a hosted GoTrue keeps the accounts, not the embedded backend. */
export async function isHosted(database: Database): Promise<boolean> {
  const rows = await database.query(
    "select 1 from pg_catalog.pg_tables where schemaname = 'auth' and tablename = 'instances'",
  )
  return rows.length > 0
}

export type Promotion = 'done' | 'taken-over' | 'unknown' | 'unconfirmed'

/** Makes a confirmed account an admin. Ends its sign-ins unless it is staff: a stranger may have registered it. */
export async function promoteHosted(database: Database, email: string): Promise<Promotion> {
  return database.transaction(async (sql) => {
    const [user] = await sql.query<{ id: string; confirmed: boolean; staff: boolean }>(
      `select u.id, u.email_confirmed_at is not null as confirmed,
           exists (select from public.staff s where s.user_id = u.id) as staff
         from auth.users u where u.email = $1`,
      [email],
    )
    if (!user) return 'unknown'
    if (!user.confirmed) return 'unconfirmed'
    if (!user.staff) await endHostedSignIns(sql, user.id)
    await sql.query(
      `insert into public.staff (user_id, role) values ($1, 'admin')
       on conflict (user_id, role) do update set ends_at = null`,
      [user.id],
    )
    return user.staff ? 'done' : 'taken-over'
  })
}

/** Empty text means none in these columns: GoTrue fails on null. */
async function endHostedSignIns(sql: Sql, userId: string): Promise<void> {
  await sql.query(
    `update auth.users
        set encrypted_password = '', recovery_token = '', confirmation_token = '', reauthentication_token = '',
            email_change = '', email_change_token_new = '', email_change_token_current = '', updated_at = now()
      where id = $1`,
    [userId],
  )
  // Not every GoTrue version has each table, and some store the user's id as text.
  for (const table of ['one_time_tokens', 'refresh_tokens', 'flow_state', 'sessions']) {
    const [found] = await sql.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      `auth.${table}`,
    ])
    if (found?.exists) await sql.query(`delete from auth.${table} where user_id::text = $1::text`, [userId])
  }
}
