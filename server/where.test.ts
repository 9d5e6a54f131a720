import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const rows = readFileSync(`${root}docs/where.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Change|-)/.test(line))

const found = (path: string): boolean => globSync(path.replace(/\/$/, ''), { cwd: root }).length > 0

/** Returns what a row names in code marks; a name without its folder is in one of those that the row names. */
function pathsOf(row: string): { path: string; exists: boolean }[] {
  const named = [...row.matchAll(/`([\w.{},*-]+(?:\/[\w.{},*-]+)*(?:\.(?:tsx?|sql|css|md)|\/?))`/g)].map(
    (match) => match[1]!,
  )
  const whole = named.filter((path) => /^(?:src|server|supabase|docs|scripts|tests)\//.test(path))
  const folders = ['supabase/schema/', ...whole.map((path) => path.replace(/[^/]+\.\w+$/, '').replace(/\/?$/, '/'))]
  return named
    .filter((path) => whole.includes(path) || /\.(?:tsx?|sql|css)$/.test(path))
    .map((path) => ({ path, exists: found(path) || folders.some((folder) => found(folder + path)) }))
}

test('docs/where.md names existing files for twenty changes or more', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20)
  for (const row of rows) {
    const paths = pathsOf(row)
    expect(paths.length + (row.match(/npm run|\.md\)/g) ?? []).length, row).toBeGreaterThan(0)
    expect(
      paths.filter(({ exists }) => !exists),
      row,
    ).toEqual([])
  }
})
