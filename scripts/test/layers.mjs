// The layers of `npm test`, in their order. `beside`: runs at the same time as its neighbours of that kind.
import { enginesHere } from '../engines.mjs'

const vitest = (name, more = {}) => ({
  name,
  ...more,
  report: 'vitest',
  command: (seed) => [
    ...['node_modules/vitest/vitest.mjs', 'run', '--project', name],
    ...['--sequence.shuffle.files', `--sequence.seed=${seed}`],
  ],
})
const playwright = (name, config, here) => ({
  name,
  report: 'playwright',
  here,
  command: (seed) => [
    ...['tests/node_modules/@playwright/test/cli.js', 'test'],
    ...['--config', config, `--shuffle=${seed}`],
  ],
})
const beside = (name, ...command) => ({ name, command: () => command, beside: true })
const alone = (name, ...command) => ({ name, command: () => command })
const prettier = ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level', 'warn', '.']
const knip = ['tests/node_modules/knip/bin/knip.js', '--no-progress']

export const layers = [
  // First: it takes longest, and leaves a core free where its tests wait.
  vitest('unit', { beside: true }),
  beside('lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet'),
  beside('format', ...prettier),
  beside('types', 'node_modules/typescript/bin/tsc', '-p', '.'),
  beside('unused', ...knip),
  beside('used by tests only', ...knip, '--production', '--include', 'files,exports,types'),
  beside('repeated', 'scripts/lint/repeated.mjs'),
  beside('lint fixture', 'scripts/lint/fixture-must-fail.mjs'),
  beside('rooms fixture', 'scripts/lint/rooms-must-fail.mjs'),
  beside('licences', 'scripts/licences.mjs', '--check'),
  vitest('sql'),
  alone('database types', 'tests/tools/generate-types.ts', '--check'),
  vitest('races'),
  alone('build', 'scripts/build.mjs'),
  alone('bytes', 'tests/bench/first-bytes.ts'),
  vitest('api'),
  vitest('screens'),
  playwright('engines', 'tests/engines.config.ts', enginesHere),
  playwright('e2e', 'tests/playwright.config.ts'),
]
