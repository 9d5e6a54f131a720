// `npm run count`: the lines and files of the repository, by what they are for. Counts what git would commit.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const CODE = /\.(ts|tsx|mts|mjs|sql|css)$/
const TESTS = /^(tests|supabase\/tests)\/|\.(test|spec)\.\w+$/
/** Benchmarks, planted faults and tools, which `npm test` does not run; their own tests are tests. */
const BESIDE = /^tests\/(bench|mutants|tools)\/(?!.*\.test\.)/
const GENERATED = /_baseline\.sql$|\/database\.types\.ts$/
const SHORT = 30

/** What each row counts, first match. */
const rows = [
  ['generated', (path) => GENERATED.test(path)],
  ['benches, tools', (path) => BESIDE.test(path)],
  ['tests', (path) => TESTS.test(path)],
  ['supabase', (path) => path.startsWith('supabase/')],
  ['src and server', (path) => /^(src|server)\//.test(path)],
  ['everything else', () => true],
]

const found = new Map(rows.map(([name]) => [name, { files: 0, lines: 0, short: 0 }]))
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
  encoding: 'utf8',
})
for (const path of listed.split('\n').filter((name) => CODE.test(name))) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    continue // deleted, not yet committed
  }
  const lines = text.split('\n').length - 1
  const row = found.get(rows.find(([, holds]) => holds(path))[0])
  row.files += 1
  row.lines += lines
  if (lines <= SHORT) row.short += 1
}

console.log(`${'lines'.padStart(24)}${'files'.padStart(9)}${`of ${SHORT} lines or less`.padStart(24)}`)
for (const [name, { files, lines, short }] of found)
  console.log(`${name.padEnd(16)}${String(lines).padStart(8)}${String(files).padStart(9)}${String(short).padStart(24)}`)
