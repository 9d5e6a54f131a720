import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promoteHosted } from '../../server/auth/admin.ts'
import { openPostgres, type Database } from '../../server/database/database.ts'
import { notAttached } from '../../server/database/policies.ts'
import { databaseChecks } from '../../server/doctor/database.ts'
import type { RunningShop } from '../../server/doctor/running-shop.ts'
import { applyMigrations, listMigrations, migrationsFolder } from '../../server/database/migrations.ts'
import { sqlFiles } from '../../supabase/journal/build.ts'
import { hostedDefaults, hostedRoles, rightsIn } from '../support/database/hosted-rights.ts'
import { callMoney, ofPeople } from '../support/database/money-callers.ts'
import { startPostgres, type Postgres } from '../support/database/postgres.ts'
import { makeServiceSchemas } from '../support/database/service-schemas.ts'
import { supabase } from '../support/database/supabase-cli.ts'
import { TAKES_PAYMENTS } from '../support/sales/takes-payments.ts'

/** Like a hosted Supabase without its services: their schemas, and migrations pushed by a role that is no superuser. */
const versions = listMigrations(migrationsFolder).map((migration) => migration.version)

interface Exception {
  name: string
  /** Beginnings of the findings' details, one each; only unused_index is without them. */
  details?: string[]
  reason: string
}
const recorded = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../supabase/advisor-exceptions.json', import.meta.url)), 'utf8'),
) as Exception[]

let cluster: Postgres
let owner: Sql
let rights: string[]

beforeAll(async () => {
  cluster = await startPostgres()
  await makeServiceSchemas(cluster.url)
  owner = postgres(cluster.url, { max: 1, onnotice: () => {} })
  await owner.unsafe(hostedRoles + hostedDefaults('current_user'))
})
afterAll(async () => {
  await owner?.end()
  await cluster?.stop()
})

describe('a plain PostgreSQL with the services’ schemas', () => {
  test('takes every migration from the Supabase CLI once, without a warning about config.toml', async () => {
    const pushed = await supabase('db', 'push', `--remote=${cluster.url}`, '--yes')
    expect(pushed.code, pushed.err).toBe(0)
    expect(pushed.err.match(/Applying migration/g)).toHaveLength(versions.length)
    expect(pushed.err).not.toMatch(/warn|deprecated|unknown|unsupported/i)
    const again = await supabase('db', 'push', `--remote=${cluster.url}`, '--yes')
    expect(again.out).toContain('up to date')
    const rows = await owner<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`
    expect(rows.map((row) => row.version)).toEqual(versions)
  })

  test('has the same rights with and without hosted Supabase’s default privileges', async () => {
    const plain = cluster.url.replace(/\/postgres$/, '/plain')
    await owner.unsafe('create database plain')
    await makeServiceSchemas(plain)
    const database = await openPostgres(plain)
    await applyMigrations(database)
    await database.close()
    const without = postgres(plain, { max: 1, onnotice: () => {} })
    rights = await rightsIn(without).finally(() => without.end())
    expect(rights.length).toBeGreaterThan(300)
    expect(await rightsIn(owner)).toEqual(rights)
    // The service key keeps all of the default privileges.
    const [service] = await owner<{ may: boolean }[]>`
      select has_table_privilege('service_role', 'public.events', 'delete') as may`
    expect(service!.may).toBe(true)
  })

  test('has the same rights when it is made of supabase/schema, with hosted default privileges', async () => {
    const url = cluster.url.replace(/\/postgres$/, '/schema')
    await owner.unsafe('create database schema')
    await makeServiceSchemas(url)
    const made = postgres(url, { max: 1, onnotice: () => {} })
    await made.unsafe(hostedDefaults('current_user'))
    for (const { text } of sqlFiles('schema'))
      // oxlint-disable-next-line no-await-in-loop -- each builds on the one before
      await made.begin(async (sql) => sql.unsafe(`set local check_function_bodies = off;\n${text}`))
    expect(await rightsIn(made).finally(() => made.end())).toEqual(rights)
  })

  test('has no finding of the advisors except recorded exceptions', async () => {
    const { code, out, err } = await supabase(
      ...['db', 'advisors', `--remote=${cluster.url}`, '--level=info', '--output-format=json'],
    )
    expect(code, err).toBe(0)
    const { results } = JSON.parse(out.slice(out.indexOf('{'))) as { results: { name: string; detail: string }[] }
    const expected = recorded.flatMap(({ name, details = [''] }) => details.map((detail) => ({ name, detail })))
    const covers = (one: (typeof expected)[number], found: (typeof results)[number]): boolean =>
      one.name === found.name && found.detail.startsWith(one.detail)
    const unexpected = results.filter((found) => !expected.some((one) => covers(one, found)))
    expect(unexpected.map((found) => `${found.name}: ${found.detail}`)).toEqual([])
    expect(expected.filter((one) => !results.some((found) => covers(one, found)))).toEqual([])
    expect(recorded.filter(({ details }) => !details).map(({ name }) => name)).toEqual(['unused_index'])
    for (const one of recorded) expect(one.reason.length).toBeGreaterThan(20)
  })
})

describe('npm run doctor, with the address of the database', () => {
  const undone = new Error('undone')
  const broken = async (...changes: string[]): Promise<string[]> => {
    const said: string[] = []
    await owner
      .begin(async (sql) => {
        for (const change of changes) await sql.unsafe(change)
        for (const { promise, ask } of databaseChecks(async (text) => [...(await sql.unsafe(text))] as never[])) {
          if ((await ask(nowhere)).holds !== true) said.push(promise)
        }
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return said
  }
  const nowhere = {} as RunningShop
  const noAdmin = 'An admin exists whose address is confirmed'

  test('finds everything in order except a missing admin', async () => {
    expect(await broken()).toEqual([noAdmin])
  })

  test.each([
    ['Every table asks its rules', 'alter table public.payments disable row level security'],
    ['A visitor holds no right to write, and none on private tables', 'grant insert on public.events to anon'],
    ['A visitor holds no right to write, and none on private tables', 'grant select on private.orders to anon'],
    [
      'Pictures are in a private bucket with bounds',
      "update storage.buckets set file_size_limit = null where id = 'payments'",
    ],
    [
      'Of all buckets only that of the posters is public',
      "insert into storage.buckets (id, name, public) values ('other', 'other', true)",
    ],
    ['A statement of a visitor or customer ends by itself', 'alter role anon reset statement_timeout'],
    [
      'The database has every migration of this version',
      `delete from supabase_migrations.schema_migrations where version = '${versions.at(-1)}'`,
    ],
    ['Pictures have their rules, and each new account gets its profile', 'drop trigger keep_profile on auth.users'],
    [
      'What has to be done every night is done',
      `insert into private.hold_usage (user_id, event_id, place, seat, since, used)
         values (gen_random_uuid(), gen_random_uuid(), 'x', 'A1', now() - interval '3 days', '1 minute')`,
    ],
  ])('names what is broken: %s', async (promise, change) => {
    expect(await broken(change)).toEqual([promise, noAdmin])
  })
})

describe('a role that is no superuser and owns neither auth nor storage', () => {
  let hosted: string
  let asShop: string
  let database: Sql

  beforeAll(async () => {
    await owner.unsafe("create role shop login password 'shop' nosuperuser createrole createdb bypassrls")
    await owner.unsafe('create database hosted owner shop')
    await owner.unsafe('grant anon, authenticated, service_role to shop')
    hosted = cluster.url.replace(/\/postgres$/, '/hosted')
    asShop = hosted.replace(/\/\/[^@]*@/, '//shop:shop@')
    await makeServiceSchemas(hosted)
    database = postgres(hosted, { max: 1, onnotice: () => {} })
    await database.unsafe(`
      drop schema if exists supabase_migrations cascade;
      ${hostedDefaults('shop')}
      grant usage on schema auth, storage to shop;
      grant select, insert, update, delete, references on all tables in schema auth, storage to shop;
      grant execute on all functions in schema auth, storage to shop;
      grant usage on schema auth, storage to anon, authenticated;
      grant select, insert on storage.objects to authenticated;
      alter table storage.objects enable row level security;`)
  })
  afterAll(() => database?.end())

  const lacks = async (): Promise<string[]> => {
    const said: string[] = []
    for (const { promise, ask } of databaseChecks(async (text) => [...(await database.unsafe(text))] as never[])) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if ((await ask({} as RunningShop)).holds !== true) said.push(promise)
    }
    return said.filter((promise) => !promise.startsWith('An admin exists'))
  }

  test('pushes everything, and the doctor names what the owner of the services’ tables has to run once', async () => {
    const pushed = await supabase('db', 'push', `--remote=${asShop}`, '--yes')
    expect(pushed.code, pushed.err).toBe(0)
    expect(await lacks()).toEqual([
      'Every rule about who may read what is in the database',
      'Pictures have their rules, and each new account gets its profile',
    ])
    // It is no superuser: the owner of the services' tables runs these.
    const asOwner = postgres(hosted, { max: 1, onnotice: () => {} })
    const missing = await notAttached({ query: async (text) => [...(await database.unsafe(text))] as never[] })
    await asOwner.unsafe(missing.join(' ')).finally(() => asOwner.end())
    expect(await lacks()).toEqual([])
    expect(await rightsIn(database)).toEqual(rights)
  })

  test('whatever the grants say, what makes money true asks who calls, and the service role may', async () => {
    const undone = new Error('undone')
    const said = database.begin(async (tx) => {
      const query = async <Row>(text: string, params: unknown[] = []) =>
        [...(await tx.unsafe(text, params as never[]))] as unknown as Row[]
      const { asked, open } = await callMoney(query)
      expect(asked).toEqual(expect.arrayContaining(['take_proof', 'settle_credit', 'settle_open_credits']))
      expect(open).toEqual(ofPeople())
      await tx`select set_config('role', 'service_role', true)`
      expect(await tx`select public.settle_open_credits() as approved`).toEqual([{ approved: 0 }])
      await tx`select set_config('role', 'shop', true)`
      expect(await tx`select public.settle_open_credits() as approved`).toEqual([{ approved: 0 }])
      throw undone
    })
    await expect(said).rejects.toBe(undone)
  })

  test('has a working shop: sign-up makes a profile, pictures are private, a seat is held once', async () => {
    const [farah, joseph] = [randomUUID(), randomUUID()]
    await database`insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
      select i, i || '@test.example', '{"name": "Test"}', now(), now(), now() from unnest(${[farah, joseph]}::uuid[]) as i`
    expect(await database`select name from public.profiles`).toHaveLength(2)
    await database.unsafe(TAKES_PAYMENTS)
    const [made] = await database<{ id: string }[]>`
      with s as (insert into public.singers (name) values ('Meher Qazi') returning id),
        e as (insert into public.events (singer_id, city, venue, date)
              select id, 'Pune', 'Hall', now() + interval '9 days' from s returning id)
      insert into public.ticket_categories (event_id, name, price, total_tickets) select e.id, 'Gold', 500, 20 from e returning id`.catch(
      async () => {
        // One after the other: triggers do not see rows of the same statement.
        const [s] = await database<
          { id: string }[]
        >`insert into public.singers (name) values ('Meher Qazi') returning id`
        const [e] = await database<{ id: string }[]>`insert into public.events (singer_id, city, venue, date)
          values (${s!.id}, 'Pune', 'Hall', now() + interval '9 days') returning id`
        return database<{ id: string }[]>`insert into public.ticket_categories (event_id, name, price, total_tickets)
          values (${e!.id}, 'Gold', 500, 20) returning id`
      },
    )
    await database`insert into auth.sessions (id, user_id, created_at, updated_at)
      select i, i, now(), now() from unnest(${[farah, joseph]}::uuid[]) as i`
    const as = <T>(user: string, run: (tx: postgres.TransactionSql) => Promise<T>) =>
      database.begin(async (tx) => {
        const claims = JSON.stringify({ sub: user, role: 'authenticated', session_id: user })
        await tx`select set_config('request.jwt.claim.sub', ${user}, true), set_config('role', 'authenticated', true),
          set_config('request.jwt.claims', ${claims}, true)`
        return run(tx)
      })
    const lines = JSON.stringify([{ ticket_category_id: made!.id, seats: ['A1'] }])
    const hold = (user: string) =>
      as(user, (tx) => tx`select public.hold_seats(${randomUUID()}, ${lines}::text::jsonb)`)
    await hold(farah)
    await expect(hold(joseph)).rejects.toThrow('seats_taken')
    const add = (user: string, of: string) =>
      as(
        user,
        (tx) => tx`insert into storage.objects (bucket_id, name, owner, owner_id)
          values ('payments', ${`${of}/1700000000000-${randomUUID()}.png`}, ${user}::uuid, ${user})`,
      )
    await add(farah, farah)
    await expect(add(joseph, farah)).rejects.toThrow(/row-level security/)
    expect(await as(joseph, (tx) => tx`select name from storage.objects`)).toEqual([])
    await database`insert into auth.audit_log_entries (id, payload)
      select gen_random_uuid(), json_build_object('actor_id', u.id, 'actor_username', u.email) from auth.users u`
    await as(joseph, (tx) => tx`select public.delete_my_account(true)`)
    expect(await database`select id from auth.users`).toHaveLength(1)
    expect(await database`select payload ->> 'actor_id' as id from auth.audit_log_entries`).toEqual([{ id: farah }])
    // A project may keep its record of sign-ins to itself.
    await database`revoke delete on auth.audit_log_entries from shop`
    await as(farah, (tx) => tx`select public.delete_my_account(true)`)
    expect(await database`select id from auth.users`).toHaveLength(0)
    expect(await database`select id from auth.audit_log_entries`).toHaveLength(1)
  })
})

describe('npm run make-admin on a hosted project, as a role that owns neither auth nor storage', () => {
  let shop: Database
  let database: Sql

  /** Makes an account in GoTrue's format with a password, a session, a refresh token and a mailed link. */
  const account = async (email: string, { confirmed = true, role = null as string | null } = {}): Promise<string> => {
    const id = randomUUID()
    await database`insert into auth.users
        (id, email, encrypted_password, recovery_token, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
      values (${id}, ${email}, '$2a$10$theirs', ${`link-${id}`}, '{"name": "Test"}', ${confirmed ? new Date() : null},
        now(), now())`
    await database`insert into auth.sessions (id, user_id, created_at, updated_at) values (${id}, ${id}, now(), now())`
    await database`insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at, updated_at)
      values (${id}, ${`refresh-${id}`}, ${id}, ${id}, false, now(), now())`
    await database`insert into auth.one_time_tokens (user_id, token_hash) values (${id}, ${`link-${id}`})`
    if (role !== null) await database`insert into public.staff (user_id, role) values (${id}, ${role})`
    return id
  }
  const ways = async (id: string) => {
    const [found] = await database`
      select u.encrypted_password as password, u.recovery_token as link,
        (select string_agg(s.role, ' ' order by s.role) from public.staff s where s.user_id = u.id) as role,
        (select count(*)::integer from auth.sessions where user_id = u.id) as sessions,
        (select count(*)::integer from auth.refresh_tokens where user_id::text = u.id::text) as tokens,
        (select count(*)::integer from auth.one_time_tokens where user_id = u.id) as links
      from auth.users u where u.id = ${id}`
    return found
  }
  const untouched = (id: string) => ({
    password: '$2a$10$theirs',
    link: `link-${id}`,
    sessions: 1,
    tokens: 1,
    links: 1,
  })

  beforeAll(async () => {
    const hosted = cluster.url.replace(/\/postgres$/, '/hosted')
    database = postgres(hosted, { max: 1, onnotice: () => {} })
    // GoTrue keeps tokens of its links here; the embedded backend does not.
    await database.unsafe(`create table auth.one_time_tokens (user_id uuid not null, token_hash text not null);
      grant select, delete on auth.one_time_tokens to shop`)
    shop = await openPostgres(hosted.replace(/\/\/[^@]*@/, '//shop:shop@'))
  })
  afterAll(async () => {
    await shop?.close()
    await database?.end()
  })

  test('refuses an unknown and an unconfirmed address', async () => {
    expect(await promoteHosted(shop, 'nobody@test.example')).toBe('unknown')
    const id = await account('unconfirmed@test.example', { confirmed: false })
    expect(await promoteHosted(shop, 'unconfirmed@test.example')).toBe('unconfirmed')
    expect(await ways(id)).toEqual({ ...untouched(id), role: null })
  })

  test('takes over a customer’s account: its password, link and sessions end, and no others', async () => {
    const [id, other] = [await account('owner@test.example'), await account('other@test.example')]
    expect(await promoteHosted(shop, 'owner@test.example')).toBe('taken-over')
    // GoTrue cannot read null there.
    expect(await ways(id)).toEqual({ password: '', link: '', sessions: 0, tokens: 0, links: 0, role: 'admin' })
    expect(await ways(other)).toEqual({ ...untouched(other), role: null })
    // The remaining access token names an ended session.
    const claims = JSON.stringify({ sub: id, role: 'authenticated', session_id: id })
    const held = database.begin(async (tx) => {
      await tx`select set_config('request.jwt.claim.sub', ${id}, true), set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${claims}, true)`
      return tx`select public.my_role()`
    })
    await expect(held).rejects.toThrow('not_signed_in')
  })

  test('keeps the sessions of staff and makes them admins', async () => {
    const [admin, gate] = [
      await account('admin@test.example', { role: 'admin' }),
      await account('gate@test.example', { role: 'gate' }),
    ]
    expect(await promoteHosted(shop, 'admin@test.example')).toBe('done')
    expect(await promoteHosted(shop, 'gate@test.example')).toBe('done')
    expect(await ways(admin)).toEqual({ ...untouched(admin), role: 'admin' })
    expect(await ways(gate)).toEqual({ ...untouched(gate), role: 'admin gate' })
  })
})
