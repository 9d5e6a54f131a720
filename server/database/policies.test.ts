import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../tests/support/server/temp-folder.ts'
import { migrationsFolder } from './migrations.ts'
import { policiesOf, requirePolicies } from './policies.ts'

const folder = tempFolder()
writeFileSync(
  join(folder, '20260101000000_one.sql'),
  'create policy "Everyone reads a" on public.a for select using (true);\ncreate policy "Old" on public.a\n  for all using (true);\n',
)
writeFileSync(
  join(folder, '20260101000001_two.sql'),
  'drop policy "Old" on public.a;\n-- create policy "Said" on public.a\n  create policy "Own pictures"\n  on storage.objects for select using (true);\n',
)

const databaseWith = (...policies: string[]) => ({
  query: async <Row>() => policies.map((policy) => ({ policy })) as Row[],
})

test('reads the policies from the migrations', () => {
  expect([...policiesOf(folder)]).toEqual(['public.a: Everyone reads a', 'storage.objects: Own pictures'])
  const all = [...policiesOf(migrationsFolder)]
  expect(all.length).toBeGreaterThan(40)
  expect(all).toContain('storage.objects: Only a session that has not ended')
})

test('refuses a database without a policy and allows extra ones', async () => {
  const all = ['public.a: Everyone reads a', 'storage.objects: Own pictures', 'public.b: Of the operator']
  await expect(requirePolicies(databaseWith(...all), folder)).resolves.toBeUndefined()
  await expect(requirePolicies(databaseWith(...all.slice(1)), folder)).rejects.toThrow('lacks 1 of its rules')
})
