// The layers of `npm test`, in the order of their starts, two at a time. `first`: ends before the others begin. `short`: is
// silent unless it fails.
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
const short = (name, ...command) => ({ name, command: () => command, first: true, short: true })
const alone = (name, ...command) => ({ name, command: () => command })
const prettier = ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level', 'warn', '.']
const knip = ['tests/node_modules/knip/bin/knip.js', '--no-progress']

export const layers = [
  // First: it takes longest, and leaves a core free where its tests wait.
  vitest('unit', { first: true, short: true }),
  short('lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet'),
  short('format', ...prettier),
  short('types', 'node_modules/typescript/bin/tsc', '-p', '.'),
  short('unused', ...knip),
  short('used by tests only', ...knip, '--production', '--include', 'files,exports,types'),
  short('repeated', 'scripts/lint/repeated.mjs'),
  short('small files', 'scripts/lint/small-files.mjs'),
  short('docstrings', 'scripts/lint/docstrings.mjs'),
  short('lint fixture', 'scripts/lint/fixture-must-fail.mjs'),
  short('commit subjects', 'scripts/lint/commit-subjects.mjs'),
  short('types fixture', 'scripts/lint/types-must-find.mjs'),
  short('rooms fixture', 'scripts/lint/rooms-must-fail.mjs'),
  short('licences', 'scripts/licences.mjs', '--check'),
  short('build', 'scripts/build.mjs'),
  // The longest, so that none is left alone at the end.
  playwright('e2e', 'tests/playwright.config.ts'),
  vitest('races'),
  vitest('sql'),
  alone('database types', 'tests/tools/generate-types.ts', '--check'),
  alone('bytes', 'tests/bench/first-bytes.ts'),
  vitest('api'),
  vitest('screens'),
  playwright('engines', 'tests/engines.config.ts', enginesHere),
]
