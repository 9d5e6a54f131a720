import type { Sql } from '../../database/database.ts'
import { randomUUID } from 'node:crypto'
import { markedId } from '../demo-mark.ts'
import { DEMO_DOMAIN } from '../people.ts'
import { customerName, largeSingers } from './large-plan.ts'
import type { Customer } from './large-sales.ts'

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

/** Makes missing singers; returns all ids, in the order of `largeSingers`. */
export async function makeSingers(sql: Sql): Promise<string[]> {
  const names = JSON.stringify(largeSingers.map((name) => ({ id: markedId(), name })))
  await sql.query(
    `insert into public.singers (id, name) select id, name from jsonb_to_recordset($1::text::jsonb) as n (id uuid, name text)
      where not exists (select from public.singers s where private.fold_text(s.name) = private.fold_text(n.name))`,
    [names],
  )
  const made = await sql.query<{ id: string; name: string }>('select id, name from public.singers')
  const byName = new Map(made.map((one) => [one.name.toLowerCase(), one.id]))
  return largeSingers.map((name) => byName.get(name.toLowerCase())!)
}

/** Makes accounts without sign-in; a trigger makes their profiles. */
export async function makeCustomers(sql: Sql, count: number): Promise<Customer[]> {
  const people = Array.from({ length: count }, (_, n) => {
    const id = randomUUID()
    const name = customerName(n)
    const email = `c${String(n + 1).padStart(5, '0')}.${id.slice(0, 4)}@${DEMO_DOMAIN}`
    return { id, name, email, about: { name, email, email_verified: true, sub: id }, identity: randomUUID() }
  })
  for (let from = 0; from < people.length; from += BATCH) {
    const some = JSON.stringify(people.slice(from, from + BATCH))
    const given = `jsonb_to_recordset($1::text::jsonb) as p (id uuid, email text, about jsonb, identity uuid)`
    await sql.query(
      `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       select id, 'authenticated', 'authenticated', email, now(), '{"provider": "email", "providers": ["email"]}', about, now(), now()
         from ${given}`,
      [some],
    )
    await sql.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
       select identity, 'email', id::text, id, about, now(), now() from ${given}`,
      [some],
    )
  }
  return people
}
