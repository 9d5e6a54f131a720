// `npm run storm`: the long forms of tests that `npm test` runs for seconds; `-- crash` chooses by file name.
// STORM_SEED=… repeats a run, STORM_ONLY=… with it one schedule of `passes`. Exits with 1 when one failed.
import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, modernNode, root } from './install.mjs'

const files = [
  ['races', 'tests/sql-races/on-sale-storm.test.ts'],
  ['races', 'tests/sql-races/standing-storm.test.ts'],
  ['races', 'tests/sql-races/proof-storm.test.ts'],
  ['races', 'tests/sql-races/passes-storm.test.ts'],
  ['races', 'tests/sql-races/waiting-storm.test.ts'],
  ['races', 'tests/sql-races/books-storm.test.ts'],
  ['api', 'tests/api/storm.test.ts'],
  ['api', 'tests/api/crash.test.ts'],
  ['api', 'tests/api/proof-crash.test.ts'],
  ['api', 'tests/api/hostile.test.ts'],
  ['api', 'tests/api/hostile-services.test.ts'],
  ['e2e', 'tests/e2e/offline-killed.spec.ts'],
]

ensureInstalled('.', { development: true })
ensureInstalled('tests')
const wanted = process.argv.slice(2)
const chosen = files.filter(([, file]) => wanted.length === 0 || wanted.some((name) => file.includes(name)))
if (chosen.length === 0) {
  console.error(`No such storm: ${wanted.join(', ')}. There are: ${files.map(([, file]) => file).join(', ')}.`)
  process.exit(2)
}
let failed = 0
for (const [project, file] of chosen) {
  const args =
    project === 'e2e'
      ? ['tests/node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', file]
      : ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file]
  if (project === 'e2e') await ensureBuilt()
  const { status } = spawnSync(modernNode(), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, STORM: 'long' },
  })
  if (status !== 0) failed += 1
}
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
