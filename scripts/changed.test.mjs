import { expect, test } from 'vitest'
import { affected } from './changed.mjs'

const stories = [
  { file: 'tests/e2e/buying.spec.ts', text: 'visitor buys' },
  { file: 'tests/e2e/console-bank.spec.ts', text: 'staff upload a statement' },
  { file: 'tests/e2e/gate-clock.spec.ts', text: 'the gate device' },
]
const of = (...files) => affected(files, stories)

test('a document is formatted and linted, and starts no database and no browser', () => {
  const { layers, stories: chosen } = of('docs/architecture.md')
  expect(layers).toContain('format')
  expect(layers).toContain('unit')
  for (const heavy of ['sql', 'races', 'api', 'e2e', 'engines']) expect(layers).not.toContain(heavy)
  expect(chosen).toEqual([])
})

test('a screen of the console can break the stories that open the console', () => {
  const { layers, stories: chosen } = of('src/console/bank/bank-route.tsx')
  expect(layers).toContain('e2e')
  expect(layers).not.toContain('sql')
  expect(chosen).toEqual(['tests/e2e/console-bank.spec.ts'])
})

test('a rule of the shop can break every story', () => {
  expect(of('src/shop/prices/price.ts').stories).toBeNull()
  expect(of('src/console/bank/bank-route.tsx', 'src/ui/paths.ts').stories).toBeNull()
})

test('a changed story runs, its helpers run all', () => {
  expect(of('tests/e2e/buying.spec.ts').stories).toEqual(['tests/e2e/buying.spec.ts'])
  expect(of('tests/e2e/support/customer.ts').stories).toBeNull()
})

test('SQL can break everything behind it', () => {
  const { layers } = of('supabase/schema/50-seats.sql')
  for (const layer of ['sql', 'database types', 'races', 'api', 'e2e']) expect(layers).toContain(layer)
})

test('what no rule names can break everything', () => {
  expect(of('docs/architecture.md', 'package.json')).toEqual({ layers: null, stories: null })
  expect(of('tests/support/shop.ts').layers).toBeNull()
})
