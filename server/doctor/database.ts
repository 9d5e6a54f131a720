import type { Sql } from '../database/database.ts'
import { listMigrations, migrationsFolder } from '../database/migrations.ts'
import { missingPolicies, notAttached } from '../database/policies.ts'
import { fails, holds, notAsked, unless, type Check } from './check.ts'

type Query = Sql['query']

/** Runs a query whose rows are faults, each with a `name`. */
const noneOf = async (query: Query, text: string, said: (names: string) => string) => {
  const names = (await query<{ name: string }>(text)).map(({ name }) => name)
  return unless(names.length > 0 && said(names.join(', ')))
}

export function databaseChecks(query: Query): Check[] {
  return [
    {
      promise: 'The database has every migration of this version',
      ask: async () => {
        const rows = await query<{ version: string }>('select version from supabase_migrations.schema_migrations')
        const applied = new Set(rows.map(({ version }) => version))
        const missing = listMigrations(migrationsFolder).filter(({ version }) => !applied.has(version))
        return unless(missing.length > 0 && `Not applied: ${missing.map(({ name }) => name).join(', ')}.`)
      },
    },
    {
      promise: 'Every rule about who may read what is in the database',
      ask: async () => {
        const missing = await missingPolicies({ query })
        return unless(
          missing.length > 0 && `Missing, as after restoring a backup without its roles: ${missing.join(', ')}.`,
        )
      },
    },
    {
      promise: 'Pictures have their rules, and each new account gets its profile',
      ask: async () => {
        const missing = await notAttached({ query })
        return unless(missing.length > 0 && `Run in the project's SQL editor: ${missing.join(' ')}`)
      },
    },
    {
      promise: 'Every table asks its rules',
      ask: () =>
        noneOf(
          query,
          `select c.oid::regclass::text as name from pg_catalog.pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity order by 1`,
          (names) => `Row-level security is off for: ${names}.`,
        ),
    },
    {
      promise: 'A visitor holds no right to write, and none on private tables',
      ask: () =>
        noneOf(
          query,
          `select c.oid::regclass || ' (' || privilege || ')' as name
             from pg_catalog.pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as privilege
            where c.relkind in ('r', 'p') and has_table_privilege('anon', c.oid, privilege)
              and (c.relnamespace = 'private'::regnamespace
                or c.relnamespace = 'public'::regnamespace and privilege <> 'SELECT') order by 1`,
          (names) => `anon has: ${names}.`,
        ),
    },
    {
      promise: 'Pictures are in a private bucket with bounds',
      ask: async () => {
        const [bucket] = await query<{ public: boolean; file_size_limit: string | null; allowed: number | null }>(
          `select public, file_size_limit, cardinality(allowed_mime_types) as allowed from storage.buckets where id = 'payments'`,
        )
        if (!bucket) return fails('There is no bucket named payments.')
        return unless(
          bucket.public && 'The bucket is public.',
          (bucket.file_size_limit === null || Number(bucket.file_size_limit) > 5 * 1024 * 1024) &&
            'Files over 5 MB are taken.',
          !bucket.allowed && 'Files of any kind are taken.',
        )
      },
    },
    {
      promise: 'Of all buckets only that of the posters is public',
      ask: () =>
        noneOf(
          query,
          `select id as name from storage.buckets where public and id <> 'posters' order by 1`,
          (names) => `Everybody may read: ${names}.`,
        ),
    },
    {
      promise: 'A statement of a visitor or customer ends by itself',
      ask: async () => {
        const rows = await query<{ rolname: string; setting: string | null }>(
          `select r.rolname, (select s from unnest(r.rolconfig) as s where s like 'statement_timeout=%') as setting
             from pg_catalog.pg_roles r where r.rolname in ('anon', 'authenticated')`,
        )
        const without = rows.filter(({ setting }) => setting === null || setting.endsWith('=0'))
        return unless(
          without.length > 0 && `No statement_timeout: ${without.map(({ rolname }) => rolname).join(', ')}.`,
        )
      },
    },
    {
      promise: 'What has to be done every night is done',
      ask: async () => {
        const [old] = await query<{ held: string; mails: string; announcements: string }>(
          `select (select count(*) from private.hold_usage where since < now() - interval '2 days')::text as held,
                  (select count(*) from public.outgoing_mail
                    where sent_at is null and created_at between now() - interval '2 days' and now() - interval '1 day')::text as mails,
                  (select count(*) from public.announcements
                    where state in ('queued', 'sending') and created_at < now() - interval '1 hour')::text as announcements`,
        )
        return unless(
          old?.held !== '0' &&
            `${old?.held} held times are older than two days: nothing cleans up (docs/deploy.md, Jobs).`,
          old?.mails !== '0' && `${old?.mails} mails have waited for more than a day: nothing sends them.`,
          old?.announcements !== '0' &&
            `${old?.announcements} announcements have waited for more than an hour: nothing works them (docs/deploy.md, Jobs).`,
        )
      },
    },
    {
      promise: 'An admin exists whose address is confirmed',
      ask: async () => {
        const [row] = await query<{ admins: string; unconfirmed: string }>(
          `select count(*)::text as admins,
                  (count(*) filter (where u.email_confirmed_at is null))::text as unconfirmed
             from public.staff s join auth.users u on u.id = s.user_id where s.role = 'admin' and s.ends_at is null`,
        )
        if (!row || row.admins === '0') return fails('There is no admin: npm run make-admin -- you@example.in')
        return row.unconfirmed === '0' ? holds : fails(`${row.unconfirmed} of ${row.admins} have not confirmed theirs.`)
      },
    },
  ]
}

export const withoutDatabase = (): Check[] => [
  {
    promise: 'Migrations, rules, rights, timeouts and nightly jobs of the database',
    ask: async () => notAsked('Give its address: DATABASE_URL=postgresql://… npm run doctor -- <address of the shop>'),
  },
]
