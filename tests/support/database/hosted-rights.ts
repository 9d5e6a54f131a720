import type { Sql } from 'postgres'

export const hostedRoles = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;`
/** Hosted Supabase's default privileges on everything that `role` makes in the schema public. */
export const hostedDefaults = (role: string): string =>
  ['tables', 'functions', 'sequences']
    .map(
      (kind) => `alter default privileges for role ${role} in schema public
      grant all on ${kind} to anon, authenticated, service_role;`,
    )
    .join('\n')

export const rightsIn = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ line: string }[]>`
    with ours as (select oid from pg_namespace where nspname in ('public', 'private')),
    objects as (
      select c.oid::regclass::text as name, coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)) as acl
      from pg_class c where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select a.attrelid::regclass || '.' || a.attname, a.attacl
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace in (select oid from ours) and a.attacl is not null
      union all
      select p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner))
      from pg_proc p where p.pronamespace in (select oid from ours)
      union all
      select 'schema ' || n.nspname, n.nspacl from pg_namespace n where n.oid in (select oid from ours))
    select format('%s: %s', o.name, coalesce(string_agg(r.role || ' ' || r.privilege, ', ' order by r.role, r.privilege), 'nothing')) as line
    from objects o left join lateral (
      select case x.grantee when 0 then 'everybody' else x.grantee::regrole::text end as role, x.privilege_type as privilege
      from aclexplode(o.acl) x where x.grantee = 0 or x.grantee::regrole::text in ('anon', 'authenticated')) as r on true
    group by o.name order by o.name collate "C"`
  return rows.map((row) => row.line)
}
