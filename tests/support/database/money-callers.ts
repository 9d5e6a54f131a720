import { randomUUID } from 'node:crypto'

type Query = <Row>(text: string, params?: unknown[]) => Promise<Row[]>

/** Functions whose bodies lead, by the functions that they name, to a write of credits, refunds or payments. */
const MONEY = `
  with recursive ours as (
    select p.oid, p.pronamespace::regnamespace::text as schema, p.proname::text as name, p.prosrc as body, p.prosecdef as definer
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prorettype <> 'trigger'::regtype),
  leads as (
    select o.oid, o.schema, o.name from ours o
    where o.body ~ '(insert into|update|delete from) public[.](credits|credit_proofs|refunds|payments)\\M'
    union
    select o.oid, o.schema, o.name from leads l join ours o on strpos(o.body, l.schema || '.' || l.name || '(') > 0)
  select distinct o.schema, o.name from leads join ours o using (oid) where o.definer order by 1, 2`

export interface MoneyCalls {
  /** Functions of the API that make money true, as 'settle_credit'. */
  asked: string[]
  /** Whose caller is not asked for, as 'visitor: settle_credit': with all grants given these were not refused as theirs. */
  open: string[]
  /** Functions of the owner, in the schema that is no API, that lead to money. */
  jobs: string[]
}

/**
 * Calls every function that makes money true, without arguments, as a visitor, a customer, staff of gate, box office and events, who
 * get all rights on all functions and tables. In a transaction that the caller rolls back.
 */
export async function callMoney(query: Query): Promise<MoneyCalls> {
  const found = await query<{ schema: string; name: string }>(MONEY)
  const named = (schema: string): string[] => found.filter((one) => one.schema === schema).map(({ name }) => name)
  const asked = named('public')
  await query(`grant execute on all functions in schema public, private to anon, authenticated`)
  await query(`grant all on all tables in schema public, private to anon, authenticated`)
  await query(`create function pg_temp.refusal(p_name text) returns text language plpgsql as $$
    begin
      execute format('select public.%I()', p_name);
      return null;
    exception when others then
      return sqlstate;
    end $$`)
  await query('grant execute on function pg_temp.refusal(text) to public')
  const open: string[] = []
  const people = { visitor: null, customer: null, gate: 'gate', 'box office': 'box_office', events: 'events' } as const
  for (const [who, role] of Object.entries(people)) {
    const id = who === 'visitor' ? null : randomUUID()
    // oxlint-disable-next-line no-await-in-loop -- one connection
    if (id !== null) await newPerson(query, id, role)
    // oxlint-disable-next-line no-await-in-loop
    await actAs(query, id === null ? 'anon' : 'authenticated', id)
    // oxlint-disable-next-line no-await-in-loop
    const said = await query<{ name: string; state: string | null }>(
      'select f as name, pg_temp.refusal(f) as state from unnest($1::text[]) as f',
      [asked],
    )
    open.push(
      ...said.filter(({ state }) => state !== 'PT401' && state !== 'PT403').map(({ name }) => `${who}: ${name}`),
    )
    // oxlint-disable-next-line no-await-in-loop
    await actAs(query, 'none', null)
  }
  return { asked, open, jobs: named('private') }
}

async function newPerson(query: Query, id: string, role: string | null): Promise<void> {
  await query(
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
     values ($1, $2, '{"name": "Test"}', now(), now(), now())`,
    [id, `${id}@test.example`],
  )
  await query('insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $1, now(), now())', [id])
  if (role !== null) await query('insert into public.staff (user_id, role) values ($1, $2)', [id, role])
}

async function actAs(query: Query, role: string, id: string | null): Promise<void> {
  const claims = role === 'none' ? '' : JSON.stringify({ role, ...(id !== null && { sub: id, session_id: id }) })
  await query(
    `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claim.role', $2, true),
       set_config('request.jwt.claims', $3, true), set_config('role', $4, true)`,
    [id ?? '', role === 'none' ? '' : role, claims, role],
  )
}

/** People call these for themselves: a claim waits for a person or a proof, a refund for an admin. */
const OWN = ['claim_refund', 'request_refund', 'submit_payment', 'take_free_order']
const THEIRS = {
  customer: OWN,
  gate: OWN,
  'box office': [...OWN, 'sell_at_door', 'undo_door_sale'],
  events: ['add_guests', ...OWN],
}

/** What `callMoney` finds open when every function asks: what a person may call for themselves, or for their till. */
export const ofPeople = (): string[] =>
  Object.entries(THEIRS).flatMap(([who, names]) => names.toSorted().map((name) => `${who}: ${name}`))
