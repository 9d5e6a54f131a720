/**
 * docs/where.md says of some changes that the type checker finds the rest. Makes four of them in a copy of the sources (a
 * payment's status, a reason of the gate, a ticket's state on its list, a language) and compares the files that the type checker then names.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const additions = [
  {
    file: 'src/shop/payments/payment.ts',
    before: "'rejected'] as const",
    after: "'rejected', 'new_status'] as const",
    found: [
      'src/shop/payments/payment.ts',
      'src/storefront/checkout/payment-facts.tsx',
      'src/storefront/checkout/payment-phase.ts',
      'src/storefront/checkout/status/status-words.tsx',
      'src/storefront/wallet/open-payments.ts',
      'src/console/payments/payment-row.tsx',
      'src/console/payments/payment-tabs.tsx',
    ],
  },
  {
    file: 'src/shop/gate/decision.ts',
    before: 'const checkReasons = [',
    after: "const checkReasons = [\n  'new_reason',",
    found: ['src/gate/verdict/verdict-words.ts', 'src/console/gate/gate-counters.tsx'],
  },
  {
    file: 'src/shop/gate/lists/roster-ticket.ts',
    before: "export type RosterState = 'valid'",
    after: "export type RosterState = 'new_state' | 'valid'",
    found: ['src/shop/gate/admission.ts', 'src/gate/scanner/search-dialog.tsx'],
  },
  {
    file: 'src/platform/text/language.ts',
    before: "'mr'] as const",
    after: "'mr', 'ta'] as const",
    found: [
      'src/ui/language.ts',
      'src/ui/language-choice.tsx',
      'src/service-worker.ts',
      'src/console/settings/look-draft.ts',
      'src/console/share/share-words.ts',
      'server/words/words.ts',
    ],
  },
]

const scratch = mkdtempSync(join(tmpdir(), 'mehfil-types-'))
for (const folder of ['src', 'server', 'supabase/functions'])
  cpSync(join(root, folder), join(scratch, folder), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) })
for (const file of ['package.json', 'tsconfig.json', 'mehfil.config.json'])
  cpSync(join(root, file), join(scratch, file))
symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'junction')
writeFileSync(
  join(scratch, 'tsconfig.additions.json'),
  JSON.stringify({ extends: './tsconfig.json', include: ['src', 'server/words'] }),
)
for (const { file, before, after } of additions) {
  const text = readFileSync(join(scratch, file), 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
  writeFileSync(join(scratch, file), text.replace(before, after))
}
// One thread: each further one reads the same types again.
const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.additions.json', '--singleThreaded']
const { stdout, stderr } = spawnSync(process.execPath, [...tsc, '--pretty', 'false'], {
  cwd: scratch,
  encoding: 'utf8',
})
rmSync(scratch, { recursive: true, force: true })

const named = new Set(Array.from(stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm), ([, file]) => file))
const expected = new Set(additions.flatMap(({ found }) => found))
const silent = [...expected].filter((file) => !named.has(file))
const surprising = [...named].filter((file) => !expected.has(file))
if (silent.length > 0) console.error(`The type checker no longer names ${silent.join(', ')}.`)
if (surprising.length > 0)
  console.error(`The type checker names ${surprising.join(', ')}, too: add it here and to docs/where.md.`)
if (named.size === 0) console.error(`tsc did not answer as expected:\n${stdout}${stderr}`)
if (silent.length + surprising.length > 0) process.exit(1)
console.log('The type checker finds what a status, a reason, a state and a language still need.')
