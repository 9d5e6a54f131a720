import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(`${root}docs/security.md`, 'utf8')
const tables = text.slice(text.indexOf('## Promises'), text.indexOf('`npm test` runs short forms'))
const rows = tables
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Promise|-)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.trim()))

test('every promise of docs/security.md names existing tests and its backends', () => {
  expect(rows.length).toBeGreaterThan(25)
  for (const [promise, attack = '', ...backends] of rows) {
    const files = attack.match(/`[^`]+`/g) ?? []
    expect(files.length, promise).toBeGreaterThan(0)
    for (const file of files) expect(globSync(file.slice(1, -1), { cwd: root }), `${promise}: ${file}`).not.toEqual([])
    expect(backends, promise).toHaveLength(3)
  }
})
