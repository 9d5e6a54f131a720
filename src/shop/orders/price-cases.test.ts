import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import cases from '#shop/prices/price-cases.json' with { type: 'json' }

it('tests the database with the same price cases', () => {
  const pgtap = readFileSync(new URL('../../../supabase/tests/price.test.sql', import.meta.url), 'utf8')
  const [, shared] = /\$cases\$(.*)\$cases\$/s.exec(pgtap) ?? []
  expect(JSON.parse(shared ?? 'null')).toEqual(cases)
})
