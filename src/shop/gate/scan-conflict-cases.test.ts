import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import cases from './scan-conflict-cases.json' with { type: 'json' }

it('the database is tested on the same cases of seats let in twice', () => {
  const pgtap = readFileSync(new URL('../../../supabase/tests/scans.test.sql', import.meta.url), 'utf8')
  const [, shared] = /\$cases\$(.*)\$cases\$/s.exec(pgtap) ?? []
  expect(JSON.parse(shared ?? 'null')).toEqual(cases)
})
