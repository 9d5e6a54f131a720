/** The direction rule is only worth something if it refuses: runs it over files that break it on purpose. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'mehfil-lint-'))
const config = join(scratch, 'oxlintrc.json')
// The project's own configuration leaves the fixture out, so it is linted with the one rule it is about.
writeFileSync(
  config,
  JSON.stringify({ jsPlugins: [join(root, 'scripts/lint/direction.mjs')], rules: { 'mehfil/direction': 'error' } }),
)
const { stdout, stderr } = spawnSync(
  process.execPath,
  ['node_modules/oxlint/bin/oxlint', '-c', config, '--format', 'json', 'tests/support/lint-fixture'],
  { cwd: root, encoding: 'utf8' },
)
rmSync(scratch, { recursive: true, force: true })

const expected = { 'reads-the-device.ts': 2, 'asks-the-console.ts': 2, 'direction-kept.ts': 0 }
let refused
try {
  refused = JSON.parse(stdout).diagnostics.map((one) => one.filename)
} catch {
  console.error(`oxlint did not answer as expected:\n${stdout}${stderr}`)
  process.exit(1)
}
let wrong = 0
for (const [file, times] of Object.entries(expected)) {
  const found = refused.filter((name) => name.endsWith(file)).length
  if (found === times) continue
  console.error(`${file}: expected ${times} refusals, found ${found}`)
  wrong += 1
}
if (wrong === 0) console.log('The direction rule refuses what it must.')
process.exit(wrong === 0 ? 0 : 1)
