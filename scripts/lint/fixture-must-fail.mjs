/** Rules are only worth something if they refuse: runs those of direction, cycles and statuses over files that break them on purpose. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'mehfil-lint-'))
const config = join(scratch, 'oxlintrc.json')
// The project's own configuration leaves the fixture out, so it is linted with the rules it is about.
const written = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
const { 'import/no-cycle': noCycle } = JSON.parse(written.replaceAll(/^\s*\/\/.*$/gm, '')).rules
writeFileSync(
  config,
  JSON.stringify({
    plugins: ['import'],
    jsPlugins: ['direction.mjs', 'payment-status.mjs'].map((file) => join(root, 'scripts/lint', file)),
    rules: { 'mehfil/direction': 'error', 'payments/status': 'error', 'import/no-cycle': noCycle },
  }),
)
const { stdout, stderr } = spawnSync(
  process.execPath,
  ['node_modules/oxlint/bin/oxlint', '-c', config, '--format', 'json', 'tests/support/lint-fixture'],
  { cwd: root, encoding: 'utf8' },
)
rmSync(scratch, { recursive: true, force: true })

const expected = {
  'reads-the-device.ts': 2,
  'keeps-what-it-asks.api.ts': 2,
  'asks-past-the-api.store.ts': 2,
  'knows-concerts.ts': 1,
  'reads-a-cart.ts': 1,
  'asks-as-a-page.ts': 1,
  'asks-the-console.ts': 2,
  'direction-kept.ts': 0,
  'in-a-ring.ts': 1,
  'guesses-a-status.ts': 3,
}
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
if (wrong === 0) console.log('The rules of direction, cycles and statuses refuse what they must.')
process.exit(wrong === 0 ? 0 : 1)
