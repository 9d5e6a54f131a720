export type Ask = <Row>(text: string) => Promise<Row[]>

interface CatalogueFunction {
  name: string
  args: { name: string; type: string }[]
}

export interface Catalogue {
  functions: CatalogueFunction[]
  tables: { name: string; columns: { name: string; type: string }[] }[]
}

/** Lists the API's functions and tables from the database, so that new ones are attacked, too. */
export async function readCatalogue(ask: Ask): Promise<Catalogue> {
  const functions = await ask<CatalogueFunction>(`
    select p.proname as name, coalesce((
      select json_agg(json_build_object('name', a.name, 'type', format_type(a.type, null)) order by a.n)
      from unnest(p.proargnames, p.proargtypes::oid[]) with ordinality as a (name, type, n) where a.type is not null), '[]') as args
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  const tables = await ask<Catalogue['tables'][number]>(`
    select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') group by 1 order by 1`)
  return { functions, tables }
}

/** Rows that anyone may add anonymously, or that count requests. */
const OPEN: Record<string, string> = {
  'public.contact_messages': 't.created_at < $since',
  'private.contact_senders': 'false',
  'private.order_prices':
    'exists (select from private.orders o where o.id = t.order_id and not $attackers @> array[o.user_id])',
  'public.payment_flags':
    'exists (select from public.payments p where p.id = t.payment_id and not $attackers @> array[p.user_id])',
  'private.admitted_seats':
    'exists (select from public.ticket_scans s where s.id = t.scan_id and not $attackers @> array[s.staff_id])',
}

/** Digests every table without rows of the attackers. Equal digests: no other row was added, changed or deleted. */
export async function guardedState(ask: Ask, attackers: string[], since: string): Promise<Record<string, string>> {
  const tables = await ask<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth', 'storage') order by 1, 2`)
  const state: Record<string, string> = {}
  for (const { schema, name } of tables) {
    const open = (OPEN[`${schema}.${name}`] ?? 'true')
      .replaceAll('$since', `'${since}'`)
      .replaceAll('$attackers', `'{${attackers.join(',')}}'::uuid[]`)
    const others = attackers.map((id) => `t::text not like '%${id}%'`).join(' and ')
    const [row] = await ask<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest
       from ${schema}."${name}" t where ${open} and ${others}`,
    )
    state[`${schema}.${name}`] = row!.digest
  }
  return state
}
