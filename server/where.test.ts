import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const rows = readFileSync(`${root}docs/where.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Change|-)/.test(line))

/** Of SQL, and of tests that are not beside their file. */
const usualFolders = ['schema', 'tests'].map((folder) => `supabase/${folder}/`)
usualFolders.push(...['api', 'screens', 'e2e', 'sql-races'].map((folder) => `tests/${folder}/`))
const WHOLE = /^(?:src|server|supabase|docs|scripts|tests|public|\.ci)\//
const FILE = /\.(?:tsx?|sql|css|md|mjs|json)$/
/** A name of the code, perhaps of a schema: `private.rate_line`, `MAX_STEPS`, `hold_minutes`. */
const NAME = /^(?:private\.|public\.)?(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)*|[a-z]+(?:_[a-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]*)+)$/

const found = (path: string): string[] =>
  /[*{]/.test(path) ? globSync(path, { cwd: root }) : existsSync(root + path) ? [path] : []

const texts = new Map<string, string>()

function textOf(path: string): string {
  const text =
    texts.get(path) ??
    (statSync(root + path).isDirectory()
      ? globSync(`${path}/**/*.{ts,tsx,sql,mjs}`, { cwd: root }).map(textOf).join('\n')
      : readFileSync(root + path, 'utf8'))
  texts.set(path, text)
  return text
}

/** Reads what a row names in code marks; a file without its folder is in one of those that the row names. */
function readRow(row: string): { missing: string[]; unknown: string[]; paths: number } {
  const marked = [...row.matchAll(/`([^`\s<>…]+)`/g)].map((match) => match[1]!)
  const whole = marked.filter((text) => WHOLE.test(text))
  const folders = [...usualFolders, ...whole.map((path) => path.replace(/[^/]+\.\w+$/, '').replace(/\/?$/, '/'))]
  const named = marked
    .filter((text) => WHOLE.test(text) || FILE.test(text))
    .map((path) => ({ path, files: [...found(path), ...folders.flatMap((folder) => found(folder + path))] }))
  const text = [...new Set(named.flatMap(({ files }) => files))].map(textOf).join('\n')
  return {
    missing: named.filter(({ files }) => files.length === 0).map(({ path }) => path),
    unknown: marked.filter((name) => NAME.test(name) && !text.includes(name.replace(/^\w+\./, ''))),
    paths: named.length,
  }
}

test('docs/where.md names existing files, and what is in them, for twenty changes or more', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20)
  const wrong = rows.flatMap((row) => {
    const { missing, unknown, paths } = readRow(row)
    const places = paths + (row.match(/npm run|\.md[)#]/g) ?? []).length
    const change = row.split('|')[1]!.trim()
    return missing.length + unknown.length > 0 || places === 0 ? [{ change, missing, unknown, places }] : []
  })
  expect(wrong).toEqual([])
})

test('docs/where.md says for every change which test proves it, or that none does', () => {
  for (const row of rows)
    expect(row.split('|').at(-2)?.trim(), row).toMatch(/^(?:–|`[^`]+\.(?:test|spec)\.\w+`.*|`scripts\/lint\/.*)$/)
})
