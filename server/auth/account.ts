import { randomUUID } from 'node:crypto'
import { linkTo, newTokenHash } from '../mail/auth-mail.ts'
import type { Sql } from '../database/database.ts'

export interface NewAccount {
  email: string
  name: string
  /** Null makes an account without sign-in until a link sets a password. */
  password: string | null
}

/** The backend's own setting and default: a password costs the same wherever it was set. */
const BCRYPT_COST = Math.trunc(Number(process.env['LITE_AUTH_BCRYPT_COST'])) || 10

/** Creates a confirmed account as the embedded backend's sign-up does; returns its id. Not for a hosted shop. */
export async function createAccount(sql: Sql, account: NewAccount): Promise<string> {
  const id = randomUUID()
  const about = JSON.stringify({ name: account.name, email: account.email, email_verified: true, sub: id })
  await sql.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
                             raw_user_meta_data, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, extensions.crypt($3::text, extensions.gen_salt('bf', ${BCRYPT_COST})),
             now(), '{"provider": "email", "providers": ["email"]}', $4::text::jsonb, now(), now())`,
    [id, account.email, account.password, about],
  )
  await sql.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
     values ($1, 'email', $2, $3, $4::text::jsonb, now(), now())`,
    [randomUUID(), id, id, about],
  )
  return id
}

/** Replaces the password (null: none) and ends sessions, access tokens, mailed links and pending sign-ins. */
export async function replacePassword(sql: Sql, userId: string, password: string | null): Promise<void> {
  await sql.query(
    `update auth.users
        set encrypted_password = extensions.crypt($2::text, extensions.gen_salt('bf', ${BCRYPT_COST})), recovery_token = null,
            confirmation_token = null, reauthentication_token = null, email_change = null, email_change_token_new = null,
            email_change_token_current = null, last_sign_in_at = null, updated_at = now()
      where id = $1`,
    [userId, password],
  )
  await sql.query('delete from auth.refresh_tokens where user_id = $1', [userId])
  await sql.query('delete from auth.sessions where user_id = $1', [userId])
  await sql.query('delete from auth.flow_state where user_id = $1', [userId])
}

const PRINTED_LINK_HOURS = 24

/** Returns a one-time link that sets the password, dated ahead to last a day instead of `mailedSeconds`. */
export async function passwordLink(sql: Sql, address: string, userId: string, mailedSeconds: number): Promise<string> {
  const token = newTokenHash()
  const ahead = PRINTED_LINK_HOURS * 3600 - mailedSeconds
  await sql.query(
    `update auth.users set recovery_token = $2, recovery_sent_at = now() + make_interval(secs => $3) where id = $1`,
    [userId, token, ahead],
  )
  return linkTo(address, token, 'recovery')
}
