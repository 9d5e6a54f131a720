/**
 * `npm test`: installs what is missing, then runs everything that proves the shop, layer by layer. Its last line is
 * `N passed, N failed`; the lines before name each test that failed, with the first line of why, and whatever was not
 * run, so that the tail of a log is enough. `npm test -- unit sql` runs only those layers, `npm test -- changed` what the
 * changed files can break. A browser engine that is not on this machine is named as not run; with REQUIRE_ENGINES set it
 * has failed. With TEST_MINUTES set no story begins after so many minutes, and those that did not are named as not run.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { affected, changedFiles } from './changed.mjs'
import { enginesHere } from './engines.mjs'
import { ensureInstalled, modernNode, root } from './install.mjs'

const reports = join(root, '.cache', 'reports')

if (process.env.TEST_MINUTES)
  process.env.TEST_UNTIL = String(Math.round(performance.timeOrigin) + Number(process.env.TEST_MINUTES) * 60_000)

const vitest = (name, project = name) => ({
  name,
  command: ['node_modules/vitest/vitest.mjs', 'run', '--project', project],
  report: 'vitest',
})

const layers = [
  {
    name: 'format',
    command: ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level', 'warn', '.'],
  },
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet'] },
  { name: 'unused', command: ['tests/node_modules/knip/bin/knip.js', '--no-progress'] },
  {
    name: 'used by tests only',
    command: [
      'tests/node_modules/knip/bin/knip.js',
      '--no-progress',
      '--production',
      '--include',
      'files,exports,types',
    ],
  },
  { name: 'repeated', command: ['scripts/lint/repeated.mjs'] },
  { name: 'lint fixture', command: ['scripts/lint/fixture-must-fail.mjs'] },
  { name: 'rooms fixture', command: ['scripts/lint/rooms-must-fail.mjs'] },
  { name: 'licences', command: ['scripts/licences.mjs', '--check'] },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  vitest('unit'),
  vitest('sql'),
  { name: 'database types', command: ['tests/tools/generate-types.ts', '--check'] },
  vitest('races'),
  { name: 'build', command: ['scripts/build.mjs'] },
  { name: 'bytes', command: ['tests/bench/first-bytes.ts'] },
  vitest('api'),
  // Before the stories of Chromium, which are many, and of which a run in a hurry leaves out the last ones.
  {
    name: 'engines',
    command: ['tests/node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/engines.config.ts'],
    report: 'playwright',
    here: enginesHere,
  },
  {
    name: 'e2e',
    command: ['tests/node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts'],
    report: 'playwright',
  },
]

/** Runs one layer on the modern Node, its output straight through. Resolves to the exit code. */
function run(layer, reportFile) {
  const args = [...layer.command]
  const env = { ...process.env }
  if (layer.report === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`)
  if (layer.report === 'playwright') env.PLAYWRIGHT_JSON_OUTPUT_NAME = reportFile
  return new Promise((resolve) => {
    const child = spawn(modernNode(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('exit', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })
}

/** The first line of a message that says something, without colours, cut to what a terminal shows at once. */
function firstLine(message) {
  // eslint-disable-next-line no-control-regex
  const plain = (message ?? '').replaceAll(/\u001b\[[\d;]*m/g, '')
  return (plain.split('\n').find((line) => line.trim() !== '') ?? 'no message').trim().slice(0, 200)
}

/** Each failed test of vitest's report, and each file that failed outside any test. */
function vitestFailures(report) {
  return report.testResults.flatMap((one) => {
    const file = relative(root, one.name)
    const failed = one.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && one.status === 'failed') return [`${file}: ${firstLine(one.message)}`]
    return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })
}

/** What tests/support/time-left.ts says of a story that would begin too late. */
const NO_TIME = 'no time left'

const sum = (numbers) => [...numbers].reduce((total, one) => total + one, 0)

/** What a layer's own report says: counts, the names of what failed and of what it did not run. */
function readReport(kind, file) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (kind === 'vitest') {
    const skipped = report.testResults.flatMap((one) =>
      one.assertionResults.filter((test) => test.status !== 'passed' && test.status !== 'failed'),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      notRun: skipped.map((test) => test.fullName),
      failures: vitestFailures(report),
    }
  }
  const notRun = []
  const again = []
  /** Stories that the time did not suffice for, by file: their titles would push all else out of the tail of a log. */
  const late = new Map()
  const failures = (report.errors ?? []).map((error) => firstLine(error.message))
  const walk = (suite) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'flaky') again.push(spec.title)
        if (test.status === 'unexpected') {
          const why = test.results.findLast((result) => result.error)?.error.message
          failures.push(`${spec.file}:${spec.line} > ${spec.title}: ${firstLine(why)}`)
        }
        if (test.status !== 'skipped') continue
        const why = test.annotations.find((one) => one.type === 'skip')?.description
        if (why === NO_TIME) late.set(spec.file, (late.get(spec.file) ?? 0) + 1)
        else notRun.push(why ? `${spec.title} (${why})` : spec.title)
      }
    }
    for (const inner of suite.suites ?? []) walk(inner)
  }
  for (const suite of report.suites) walk(suite)
  if (late.size > 0) {
    const files = [...late].map(([file, n]) => `${n} of ${file.replace(/^.*\/|\.spec\.ts$/g, '')}`)
    notRun.push(`${sum(late.values())} stories, for want of time: ${files.join(', ')}`)
  }
  return { passed: report.stats.expected + again.length, failed: report.stats.unexpected, notRun, again, failures }
}

ensureInstalled('.', { development: true })
ensureInstalled('tests')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

/** The layers and stories that the changed files can break; says what they are. */
function onlyChanged() {
  const { base, files } = changedFiles(root)
  const folder = 'tests/e2e'
  const stories = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }))
  const found = affected(files, stories)
  const which = found.stories ? `${found.stories.length} of ${stories.length}` : 'all'
  console.log(`${files.length} files differ from ${base}. Stories that they can break: ${which}.`)
  if (found.stories) layers.find(({ name }) => name === 'e2e').command.push(...found.stories)
  return layers.map(({ name }) => name).filter((name) => !found.layers || found.layers.has(name))
}

const asked = process.argv.slice(2)
const wanted = asked.length === 1 && asked[0] === 'changed' ? onlyChanged() : asked
const unknown = wanted.filter((name) => !layers.some((layer) => layer.name === name))
if (unknown.length > 0) {
  console.error(`No such layer: ${unknown.join(', ')}. There are: ${layers.map((layer) => layer.name).join(', ')}.`)
  process.exit(2)
}
let passed = 0
let failed = 0
const notRun = []
const failures = []
const again = []
for (const layer of layers) {
  if (wanted.length > 0 && !wanted.includes(layer.name)) {
    notRun.push(`layer ${layer.name}`)
    continue
  }
  const { projects, missing } = layer.here?.() ?? { projects: null, missing: [] }
  if (process.env.REQUIRE_ENGINES) {
    failed += missing.length
    failures.push(...missing)
  } else notRun.push(...missing)
  if (projects?.length === 0) continue
  const began = Date.now()
  console.log(`\n── ${layer.name}`)
  const reportFile = join(reports, `${layer.name.replaceAll(' ', '-')}.json`)
  const code = await run(layer, reportFile)
  let counts = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, notRun: [] }
  if (layer.report) {
    try {
      counts = readReport(layer.report, reportFile)
      // A runner that failed outside any test (a broken file, a crash) has failed all the same.
      if (code !== 0 && counts.failed === 0) counts.failed = 1
      // A layer that executed nothing proves nothing.
      if (counts.passed + counts.failed === 0) counts.failed = 1
    } catch {
      counts = { passed: 0, failed: 1, notRun: [] }
    }
  }
  passed += counts.passed
  failed += counts.failed
  notRun.push(...counts.notRun)
  again.push(...(counts.again ?? []))
  if (counts.failed > 0) {
    const named = counts.failures?.length > 0 ? counts.failures : ['see its output above']
    failures.push(...named.map((what) => `${layer.name}: ${what}`))
  }
  console.log(
    `── ${layer.name}: ${counts.failed > 0 ? 'FAILED' : 'passed'}, ${Math.round((Date.now() - began) / 1000)} s`,
  )
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((what) => `  ${what}`).join('\n')}`)
if (again.length > 0) console.log(`\nPassed only at a further attempt: ${again.join('; ')}`)
console.log(`\nNot run: ${notRun.length > 0 ? notRun.join('; ') : 'nothing'}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
