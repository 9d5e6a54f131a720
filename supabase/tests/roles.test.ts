import type { PGliteInterface } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffRoles, type StaffRole } from '../../src/shop/people/role.ts'
import { roleRights } from '../../src/shop/staff/role-rights.ts'
import { buildDatabase } from './tap-runner.ts'

let database: PGliteInterface

beforeAll(async () => {
  database = await buildDatabase()
  await database.exec(`
    create function tests.is_forbidden(p_call text) returns boolean language plpgsql as $$
    declare
      v_state text;
      v_message text;
    begin
      begin
        execute p_call;
        -- Undoes what it did.
        raise exception using errcode = 'XX001', message = 'allowed';
      exception when others then
        get stacked diagnostics v_state = returned_sqlstate, v_message = message_text;
      end;
      return v_state in ('PT403', '42501') and v_message <> 'allowed';
    end $$;
    create function tests.calls_forbidden() returns setof text language plpgsql as $$
    declare
      v_call record;
    begin
      for v_call in
        select p.proname as name, format('select public.%I(%s)', p.proname, (
          select string_agg(format('%I := null::%s', coalesce(n.name, '?'), t::regtype), ', ')
          from unnest(p.proargtypes::oid[], p.proargnames) as n (t, name) where t is not null)) as text
        from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
          and has_function_privilege(p.oid, 'execute')
      loop
        if tests.is_forbidden(v_call.text) then
          return next v_call.name;
        end if;
      end loop;
    end $$`)
})
afterAll(() => database.close())

/** Returns the functions of the API that a person with these roles is refused, when they are called without values. */
async function forbiddenTo(roles: readonly StaffRole[]): Promise<string[]> {
  const name = `${roles.join('-') || 'customer'}@example.in`
  await database.exec('begin')
  await database.query('select tests.create_user($1)', [name])
  for (const role of roles)
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await database.query('insert into public.staff (user_id, role) values (tests.user_id($1), $2)', [name, role])
  await database.query('select tests.act_as($1)', [name])
  const { rows } = await database.query<{ name: string }>(
    'select f as name from tests.calls_forbidden() as f order by 1',
  )
  await database.exec('rollback')
  await database.exec('discard all')
  return rows.map((row) => row.name)
}

const callsFor = (refused: (roles: readonly StaffRole[]) => boolean): string[] =>
  roleRights
    .filter((right) => refused(right.roles))
    .flatMap(({ calls }) => calls)
    .toSorted()

test('each call of staff has one line in the table, and refuses customers', async () => {
  expect(await forbiddenTo([])).toEqual(callsFor(() => true))
})

test.each(staffRoles)('%s may do what the table says, and nothing else of it', async (role) => {
  expect(await forbiddenTo([role])).toEqual(callsFor((roles) => role !== 'admin' && !roles.includes(role)))
})

test('several roles may do what each of them may', async () => {
  expect(await forbiddenTo(['events', 'gate'])).toEqual(
    callsFor((roles) => !roles.includes('events') && !roles.includes('gate')),
  )
})
