import type { PGliteInterface } from '@electric-sql/pglite'

interface Thing {
  /** PostgreSQL's definition; equal when two databases agree. */
  text: string
  /** Creates or replaces it; null when it is written by hand. */
  make: string | null
  drop: string | null
  /** What cannot change in place: a difference needs drop and create. */
  shape: string
}

/** By kind, then by name, in the order of creation. */
export type Catalog = Map<string, Map<string, Thing>>

const OURS = `('public', 'private')`
const ofOurs = (oid: string): string => `(${oid})::regnamespace::text in ${OURS}`

const questions: Record<string, string> = {
  // Written by hand, since rows may be in them.
  'table or view': `
    select c.oid::regclass::text as name, concat_ws(' ', c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions) as text
      from pg_class c where ${ofOurs('c.relnamespace')} and c.relkind in ('r', 'v', 'm', 'S', 'c', 'p') order by c.oid`,
  column: `
    select c.oid::regclass || '.' || a.attname as name,
           concat_ws(' ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
             case when a.attnotnull then 'not null' end, nullif(a.attgenerated, ''), nullif(a.attidentity, ''),
             pg_get_expr(d.adbin, d.adrelid)) as text
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where ${ofOurs('c.relnamespace')} and c.relkind in ('r', 'm', 'c', 'p') order by c.oid, a.attnum`,
  constraint: `
    select o.conrelid::regclass || ' ' || o.conname as name, pg_get_constraintdef(o.oid) || ' ' || o.convalidated as text
      from pg_constraint o where ${ofOurs('o.connamespace')} and o.contype not in ('n', 't') order by o.oid`,
  index: `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
      from pg_index i join pg_class c on c.oid = i.indrelid where ${ofOurs('c.relnamespace')} order by indexrelid`,
  'first rows': `
    select 'shop_settings' as name, (select jsonb_agg(to_jsonb(s) - 'updated_at' - 'created_at')::text from public.shop_settings s) as text
    union all select 'limits', (select jsonb_agg(l order by l.name)::text from private.limits l)
    union all select 'buckets', (select jsonb_agg(to_jsonb(b) - 'created_at' - 'updated_at')::text from storage.buckets b)`,

  function: `
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text, pg_get_functiondef(p.oid) as make,
           'drop function ' || p.oid::regprocedure as drop,
           pg_get_function_arguments(p.oid) || ' -> ' || pg_get_function_result(p.oid) as shape
      from pg_proc p where ${ofOurs('p.pronamespace')} and p.prokind = 'f' order by p.oid`,
  view: `
    select c.oid::regclass::text as name, pg_get_viewdef(c.oid) as text,
           format('create or replace view %s%s as%s%s', c.oid::regclass, ' with (' || array_to_string(c.reloptions, ', ') || ')',
             chr(10), rtrim(pg_get_viewdef(c.oid), ';')) as make,
           'drop view ' || c.oid::regclass as drop,
           (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
              from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as shape
      from pg_class c where ${ofOurs('c.relnamespace')} and c.relkind = 'v' order by c.oid`,
  trigger: `
    select t.tgrelid::regclass || ' ' || t.tgname as name, pg_get_triggerdef(t.oid) as text, pg_get_triggerdef(t.oid) as make,
           format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as drop, pg_get_triggerdef(t.oid) as shape
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal and ${ofOurs('p.pronamespace')} order by t.oid`,
  policy: `
    select q.name, q.make as text, q.make, q.drop, q.make as shape
      from (select format('%I.%I %s', schemaname, tablename, policyname) as name,
              format('create policy %I on %I.%I as %s for %s to %s%s%s', policyname, schemaname, tablename, permissive, cmd,
                array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')') as make,
              format('drop policy %I on %I.%I', policyname, schemaname, tablename) as drop
            from pg_policies where schemaname in ('public', 'private', 'storage')) q order by q.name`,
  comment: `
    select i.type || ' ' || i.identity as name, d.description as text,
           format('comment on %s %s is %L', case when i.type like '% column' then 'column'
             when i.type like '%constraint' then 'constraint' else i.type end, i.identity, d.description) as make,
           format('comment on %s %s is null', case when i.type like '% column' then 'column'
             when i.type like '%constraint' then 'constraint' else i.type end, i.identity) as drop, '' as shape
      from pg_description d cross join pg_identify_object(d.classoid, d.objoid, d.objsubid) i
     where i.schema in ${OURS} or (i.type in ('policy', 'trigger') and i.identity ~ ' on (public|private)\\.')
        or (i.type = 'schema' and i.identity = 'private') order by d.classoid, d.objoid, d.objsubid`,
  'row of rights': `
    select format('%s: %s to %s', r.object, r.privileges, r.roles) as name, '' as text,
           format('insert into private.rights (roles, privileges, object) values (%L, %L, %L)', r.roles, r.privileges, r.object) as make,
           format('delete from private.rights where object = %L and privileges = %L and roles = %L', r.object, r.privileges, r.roles) as drop,
           '' as shape
      from private.rights r order by r.object, r.privileges, r.roles`,
  // Set by private.restate_rights().
  'rights of a function': `
    select p.oid::regprocedure::text as name, coalesce(array(select unnest(p.proacl)::text order by 1)::text, 'as usual') as text
      from pg_proc p where ${ofOurs('p.pronamespace')}`,
  'rights of a table': `
    select c.oid::regclass::text as name, array(select unnest(c.relacl)::text order by 1)::text as text
      from pg_class c where ${ofOurs('c.relnamespace')} and c.relkind in ('r', 'v', 'm', 'S', 'p')`,
  'rights of a column': `
    select a.attrelid::regclass || '.' || a.attname as name, array(select unnest(a.attacl)::text order by 1)::text as text
      from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attacl is not null and ${ofOurs('c.relnamespace')}`,
}

export async function readCatalog(database: Pick<PGliteInterface, 'query'>): Promise<Catalog> {
  const catalog: Catalog = new Map()
  for (const [kind, question] of Object.entries(questions)) {
    const { rows } = await database.query<{ name: string } & Partial<Thing>>(question)
    const things = rows.map(({ name, text, make, drop, shape }): [string, Thing] => [
      name,
      { text: text ?? '', make: make ?? null, drop: drop ?? null, shape: shape ?? '' },
    ])
    catalog.set(kind, new Map(things))
  }
  return catalog
}
