// `npm run storm`: the long forms of tests that `npm test` runs for seconds; `-- crash` chooses by file name.
// STORM_SEED=… repeats a run, STORM_ONLY=… with it one schedule of `passes`. Exits with 1 when one failed.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, modernNode, root } from './install.mjs'

/** Every test that asks whether it is to be long, by the project that runs its folder. */
const folders = { races: 'tests/sql-races', api: 'tests/api', e2e: 'tests/e2e' }
const files = Object.entries(folders).flatMap(([project, folder]) =>
  readdirSync(join(root, folder))
    .filter(
      (name) =>
        /\.(test|spec)\.ts$/.test(name) && readFileSync(join(root, folder, name), 'utf8').includes('isLongStorm'),
    )
    .map((name) => [project, `${folder}/${name}`]),
)

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
