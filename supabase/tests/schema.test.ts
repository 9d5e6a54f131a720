import type { PGliteInterface } from '@electric-sql/pglite'
import { beforeAll, expect, test } from 'vitest'
import { makeDatabase, sqlFiles } from '../journal/build.ts'
import { readCatalog } from '../journal/catalog.ts'
import { differenceOf } from '../journal/difference.ts'
import { migrationText } from '../journal/migration-text.ts'

let journal: PGliteInterface
let schema: PGliteInterface

beforeAll(async () => {
  journal = await makeDatabase('migrations')
  schema = await makeDatabase('schema')
})

test('the migrations make exactly the database that supabase/schema makes', async () => {
  const [before, after] = [await readCatalog(journal), await readCatalog(schema)]
  for (const [kind, things] of after) expect(things.size, kind).toBeGreaterThan(0)
  expect(differenceOf(before, after).names).toEqual([])
})

test('each file of supabase/schema has a number of its own', () => {
  const numbers = sqlFiles('schema').map(({ file }) => /^\d\d(?=-)/.exec(file)?.[0] ?? file)
  expect(numbers.filter((number, at) => !/^\d\d$/.test(number) || numbers.indexOf(number) !== at)).toEqual([])
})

test('a generated migration makes exactly the change of the schema', async () => {
  await schema.exec(`
    create or replace function private.row_letters(p_index integer) returns text
      language sql immutable as $$ select 'another body' $$;
    drop function public.my_role();
    create function public.my_role() returns varchar language sql stable as $$ select 'another result' $$;
    drop function private.read_lines(jsonb);
    create function private.read_lines(p_lines jsonb) returns text language sql stable as $$ select 'another result' $$;
    comment on function private.read_lines(jsonb) is 'Returns the lines of an order, in order. Refusals: as asked_lines.';
    create function public.our_role() returns text language sql stable as $$ select 'a new one' $$;
    insert into private.rights (roles, privileges, object) values ('authenticated', 'execute', 'function public.our_role()');
    delete from private.rights where object = 'table public.deleted_rows';
    comment on function public.my_role() is 'It says ''something''.';
    comment on table public.singers is 'Another comment.';
    drop trigger audit on public.singers;
    create trigger audit after delete on public.singers for each row execute function private.audit_row('id');
    drop policy "Customers read their own payments, payments staff every one" on public.payments;
    create policy "Nobody reads payments" on public.payments for select to authenticated using (false);
    create table private.new_table (id integer primary key);
  `)
  await schema.query('select private.restate_rights()')
  const after = await readCatalog(schema)
  const difference = differenceOf(await readCatalog(journal), after)
  expect(difference.byHand).toEqual([
    'table or view private.new_table',
    'column private.new_table.id',
    'constraint private.new_table new_table_pkey',
    'index private.new_table_pkey',
  ])
  await journal.exec(`create table private.new_table (id integer primary key);\n${migrationText(difference)}`)
  expect(differenceOf(await readCatalog(journal), after).names).toEqual([])
})
