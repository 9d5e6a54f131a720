/**
 * `npm test`: installs what is missing, then runs everything that proves the shop, layer by layer. Its last line is
 * `N passed, N failed · Not run: nothing`, or names what was not run; the lines before name each test that failed, with
 * the first line of why, so that the tail of a log is enough. `npm test -- unit sql` runs only those layers, `npm test --
 * changed` what the changed files are likeliest to break, `--seed 7` repeats the order of the run that printed 7. A browser
 * engine that is not on this machine is named as not run; with REQUIRE_ENGINES set it has failed.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { affected, changedFiles, onlyFiles, testFiles } from './changed.mjs'
import { ensureInstalled, modernNode, root } from './install.mjs'
import { layers } from './test/layers.mjs'
import { memoryFolder } from './test/memory-folder.mjs'
import { measureProcessor } from './test/processor-time.mjs'
import { readCounts } from './test/reports.mjs'

const reports = join(root, '.cache', 'reports')
const MAX_SEED = 1_000_000
/** More share what each has to itself: memory, and the patience of those who wait for a page. */
const MAX_LANES = 2
const temporary = memoryFolder()

const asked = process.argv.slice(2)
const seedAt = asked.indexOf('--seed')
const seed = seedAt < 0 ? Math.floor(Math.random() * MAX_SEED) : Number(asked.splice(seedAt, 2)[1])
/** Further arguments by the name of their layer. */
const only = new Map()

/** @type {{ passed: number, failed: number, processor: number, notRun: string[], again: string[], failures: string[] }} */
const total = { passed: 0, failed: 0, processor: 0, notRun: [], again: [], failures: [] }

ensureInstalled('.', { development: true })
ensureInstalled('tests')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

/** The layers that the changed files can break, and which of their files; says how many. */
function onlyChanged() {
  const { base, files, names } = changedFiles(root)
  const tests = testFiles(root)
  const found = affected(files, tests, names)
  console.log(`${files.length} files differ from ${base}.`)
  if (!found) {
    console.log('They can break everything.')
    return []
  }
  for (const [layer, chosen] of found.only) only.set(layer, onlyFiles(layer, chosen))
  const chosen = [...found.only.values()].flat().length
  total.notRun.push(`${tests.length - chosen} of ${tests.length} files of tests`)
  console.log(`Test files that speak of them most: ${chosen} of ${tests.length}.`)
  return layers.map(({ name }) => name).filter((name) => found.layers.has(name))
}

const wanted = asked.length === 1 && asked[0] === 'changed' ? onlyChanged() : asked
const unknown = wanted.filter((name) => !layers.some((layer) => layer.name === name))
if (unknown.length > 0) {
  console.error(`No such layer: ${unknown.join(', ')}. There are: ${layers.map((layer) => layer.name).join(', ')}.`)
  process.exit(2)
}

const table = []

/** Passes whole lines on, each with the name of its layer, as those of two layers come together. */
const passOn = (layer, streams) => {
  for (const input of streams) createInterface({ input }).on('line', (line) => console.log(`${layer.name} │ ${line}`))
}

/** Runs a layer on the modern Node. What a short one says is shown if it fails. */
function start(layer, reportFile, meter, together) {
  const args = [...layer.command(seed), ...(only.get(layer.name) ?? [])]
  // Two hundred servers and pages start from the same files.
  const env = { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...process.env }
  // What Playwright makes of the stories' sources stays for the next run.
  if (temporary) Object.assign(env, { TMPDIR: temporary, PWTEST_CACHE_DIR: join(root, '.cache/playwright') })
  if (layer.report === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`)
  if (layer.report === 'playwright') env.PLAYWRIGHT_JSON_OUTPUT_NAME = reportFile
  const [program, all] = meter.wrap(modernNode(), args)
  return new Promise((resolve) => {
    const output = layer.short || together ? 'pipe' : 'inherit'
    const child = spawn(program, all, { cwd: root, env, stdio: ['ignore', output, output] })
    const said = []
    const streams = output === 'pipe' ? [child.stdout, child.stderr] : []
    if (layer.short) for (const stream of streams) stream.on('data', (text) => said.push(text))
    else passOn(layer, streams)
    child.on('error', () => resolve({ code: 1, said }))
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

async function run(layer, together) {
  const { projects, missing } = layer.here?.() ?? { projects: null, missing: [] }
  if (process.env.REQUIRE_ENGINES) {
    total.failed += missing.length
    total.failures.push(...missing)
  } else total.notRun.push(...missing)
  if (projects?.length === 0) return
  if (!layer.short) console.log(`\n── ${layer.name}`)
  const began = performance.now()
  const reportFile = join(reports, `${layer.name.replaceAll(' ', '-')}.json`)
  const meter = measureProcessor()
  const { code, said } = await start(layer, reportFile, meter, together)
  const seconds = (performance.now() - began) / 1000
  const processor = meter.end()
  const counts = readCounts(layer.report, reportFile, code)
  if (counts.failed > 0) {
    if (layer.short) console.log(`\n── ${layer.name}\n${Buffer.concat(said).toString()}`)
    const named = counts.failures.length > 0 ? counts.failures : ['see its output above']
    total.failures.push(...named.map((what) => `${layer.name}: ${what}`))
  }
  total.passed += counts.passed
  total.failed += counts.failed
  total.processor += processor ?? 0
  total.notRun.push(...counts.notRun)
  total.again.push(...counts.again)
  table.push([layer.name, counts.passed + counts.failed, processor, seconds])
  const verdict = counts.failed > 0 ? 'FAILED' : 'passed'
  console.log(`── ${layer.name}: ${verdict}, ${Math.round(seconds)} s`)
}

/**
 * Runs layers beside each other, one for each processor and two at most: what one of them leaves idle while it waits, and
 * when its last file runs alone, the other uses.
 */
async function runBeside(several) {
  const left = [...several]
  const lanes = Math.min(MAX_LANES, availableParallelism())
  const together = several.length > 1 && lanes > 1
  const next = async () => {
    for (let layer = left.shift(); layer; layer = left.shift()) await run(layer, together)
  }
  await Promise.all(Array.from({ length: lanes }, next))
}

const began = performance.now()
const chosen = layers.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
for (const { name } of layers.filter((layer) => !chosen.includes(layer))) total.notRun.push(`layer ${name}`)
// The others use what the build has made.
await runBeside(chosen.filter((layer) => layer.first))
await runBeside(chosen.filter((layer) => !layer.first))

const column = (value) => (value === null ? '–' : String(Math.round(value))).padStart(8)
console.log(`\n${'Layer'.padEnd(20)}   tests processor s   clock s`)
const sum = ['all', total.passed + total.failed, total.processor, (performance.now() - began) / 1000]
for (const [name, tests, processor, seconds] of [...table, sum])
  console.log(`${name.padEnd(20)}${column(tests)}${column(processor).padStart(12)}${column(seconds).padStart(10)}`)
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((what) => `  ${what}`).join('\n')}`)
if (total.again.length > 0) console.log(`\nPassed only at a further attempt: ${total.again.join('; ')}`)
console.log(`\nThis order again: npm test -- --seed ${seed}`)
const notRun = total.notRun.length > 0 ? total.notRun.join('; ') : 'nothing'
console.log(`${total.passed} passed, ${total.failed} failed · Not run: ${notRun}`)
process.exit(total.failed > 0 ? 1 : 0)
