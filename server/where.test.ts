import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const rows = readFileSync(`${root}docs/where.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Change|-)/.test(line))

test('docs/where.md names existing files for twenty changes or more', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20)
  for (const row of rows) {
    const paths = [...row.matchAll(/`((?:src|server|supabase|docs)\/[^`<]+)/g)].map((match) => match[1]!)
    expect(paths.length + (row.match(/npm run|\.md\)/g) ?? []).length, row).toBeGreaterThan(0)
    for (const path of paths)
      expect(globSync(path.replace(/\/$/, ''), { cwd: root }), `${row}: ${path}`).not.toEqual([])
  }
})
