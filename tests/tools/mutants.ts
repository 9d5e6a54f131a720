/**
 * `npm run mutants`: plants each fault of tests/mutants/mutants.ts, one by one, in a copy of the repository under
 * .cache/mutants, and expects the test that the list names to fail. Before that the same tests pass there without a
 * fault, so that red means the fault. `npm run mutants -- price` takes only those whose name contains the word.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layerOf, mutants, occurrences, type Mutant } from '../mutants/mutants.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.cache', 'mutants')
/** Each has a copy of its own. */
const AT_ONCE = 2
const MAX_RUN_MS = 20 * 60_000
const MAX_REASON = 300
/** Of a program that did not start, or a function that is none: then the test has not seen the fault. */
const BROKEN = /did not open|syntax error at|mismatched parentheses/
const TAP_FOLDER = 'supabase/tests/'
const PGTAP = `${TAP_FOLDER}pgtap.test.ts`

type Test = Pick<Mutant, 'test' | 'title'>

const isTap = ({ test }: Test): boolean => test.endsWith('.sql')

/** A test that ran. */
interface Case {
  file: string
  title: string
  failed: boolean
  why: string
}

interface VitestReport {
  testResults: {
    name: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    file: string
    title: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** Makes a copy of the tracked and new files, with the built pages; what tests have prepared in an earlier one stays. */
function makeCopy(copy: string): string {
  const isBuilt = existsSync(join(root, 'dist'))
  const stays = isBuilt ? ['.cache'] : ['.cache', 'dist']
  mkdirSync(join(copy, '.cache'), { recursive: true })
  for (const name of readdirSync(copy))
    if (!stays.includes(name)) rmSync(join(copy, name), { recursive: true, force: true })
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  for (const packages of ['node_modules', 'tests/node_modules']) symlinkSync(join(root, packages), join(copy, packages))
  if (isBuilt) cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  return copy
}

/** Runs a program of the copy. Resolves to its exit code and the end of its output. */
function run(copy: string, args: string[], env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MAX_RUN_MS,
    })
    let said = ''
    const add = (text: string): void => void (said = (said + text).slice(-MAX_REASON))
    child.stdout.setEncoding('utf8').on('data', add)
    child.stderr.setEncoding('utf8').on('data', add)
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

const exactly = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs tests of one layer and of one title, or files of SQL. `first`: up to the first failure. Rejects without a report. */
async function runTests(copy: string, tests: readonly Test[], first: boolean): Promise<Case[]> {
  const layer = layerOf(tests[0]!.test)
  const title = tests[0]!.title
  const isSql = isTap(tests[0]!)
  // Each file of SQL is one test, which has its name.
  const filter = isSql
    ? tests.map(({ test }) => `^${exactly(test.slice(TAP_FOLDER.length))}$`).join('|')
    : title && exactly(title)
  const files = isSql ? [PGTAP] : [...new Set(tests.map(({ test }) => test))]
  const report = join(copy, '.cache', 'report.json')
  rmSync(report, { force: true })
  const isStory = layer === 'e2e' || layer === 'engines'
  if (isStory || layer === 'api' || layer === 'screens') await built(copy, ['scripts/build.mjs'])
  const { said } = isStory
    ? await run(
        copy,
        [
          ...['tests/node_modules/@playwright/test/cli.js', 'test', '--retries=0'],
          ...['--config', layer === 'e2e' ? 'tests/playwright.config.ts' : 'tests/engines.config.ts'],
          ...(first ? ['--max-failures=1'] : []),
          ...(filter ? ['--grep', filter] : []),
          ...files,
        ],
        { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      )
    : await run(copy, [
        ...['node_modules/vitest/vitest.mjs', 'run', '--project', layer],
        ...['--reporter=json', `--outputFile.json=${report}`],
        ...(first ? ['--bail=1'] : []),
        ...(filter ? ['--testNamePattern', filter] : []),
        ...files,
      ])
  if (!existsSync(report)) throw new Error(`No test ran: ${said}`)
  const read = JSON.parse(readFileSync(report, 'utf8')) as VitestReport & PlaywrightSuite
  return isStory ? casesOfPlaywright(read, `tests/${layer}`) : casesOfVitest(read, copy)
}

/** Runs a program of the copy that has to succeed. */
async function built(copy: string, args: string[]): Promise<void> {
  const { code, said } = await run(copy, args)
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${said}`)
}

function casesOfVitest({ testResults }: VitestReport, copy: string): Case[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => {
        const file = relative(copy, name)
        const why = failureMessages?.join('\n') ?? ''
        const where = file === PGTAP ? TAP_FOLDER + fullName : file
        return { file: where, title: fullName, failed: status === 'failed', why }
      }),
  )
}

function casesOfPlaywright({ specs = [], suites = [] }: PlaywrightSuite, folder: string): Case[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status, results }) => {
        const why = results.flatMap(({ error }) => error?.message ?? []).join('\n')
        return { file: `${folder}/${file}`, title, failed: status !== 'expected', why }
      }),
  )
  return [...own, ...suites.flatMap((suite) => casesOfPlaywright(suite, folder))]
}

/** Returns the title of the first test of the file that failed; null when all passed. Throws when none ran. */
function failureIn(cases: readonly Case[], { test, title = '' }: Test): string | null {
  const own = cases.filter((one) => one.file === test && one.title.includes(title))
  if (own.length === 0) throw new Error(`No test of ${test} ran`)
  const failed = own.find((one) => one.failed)
  if (failed && BROKEN.test(failed.why)) throw new Error(`It broke the program: ${failed.why}`)
  return failed ? failed.title : null
}

/** Plants a fault, does something and takes the fault out again. */
async function withFault<T>(copy: string, { file, find, plant }: Mutant, work: () => Promise<T>): Promise<T> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const found = occurrences(text, find)
  if (found !== 1) throw new Error(`Its text occurs ${found} times in ${file}`)
  const isSql = file.startsWith('supabase/schema/')
  /** What is made of the planted file. */
  const made = join(copy, isSql ? 'supabase/migrations' : 'dist')
  const aside = join(copy, '.cache', 'aside')
  rmSync(aside, { recursive: true, force: true })
  if (existsSync(made)) cpSync(made, aside, { recursive: true })
  try {
    // A function, so that `$&` in the text means nothing.
    writeFileSync(
      path,
      text.replace(find, () => plant),
    )
    if (isSql) await built(copy, ['supabase/journal/write-migration-command.ts', '--baseline'])
    return await work()
  } finally {
    writeFileSync(path, text)
    rmSync(made, { recursive: true, force: true })
    if (existsSync(aside)) renameSync(aside, made)
  }
}

/** Works a list in several copies at once. */
async function inCopies<T>(
  copies: readonly string[],
  list: readonly T[],
  work: (copy: string, one: T) => Promise<void>,
) {
  const left = [...list]
  await Promise.all(
    copies.map(async (copy) => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(copy, one)
    }),
  )
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, MAX_REASON)

const word = process.argv[2] ?? ''
const wanted = mutants.filter(({ name }) => name.includes(word))
if (wanted.length === 0) {
  console.error(`No mutant's name contains "${word}".`)
  process.exit(2)
}
const copies = Array.from({ length: Math.min(AT_ONCE, wanted.length) }, (_, n) => makeCopy(join(folder, String(n + 1))))

/** Tests that run together as they do alone: files are apart from each other, and SQL is rolled back. */
const groups = Map.groupBy(wanted, (one) => (isTap(one) ? TAP_FOLDER : `${layerOf(one.test)} ${one.title ?? ''}`))
console.log(`Running the tests of ${wanted.length} mutants without a fault first …`)
const unsound = new Map<string, string>()
const keyOf = ({ test, title = '' }: Test): string => `${test} ${title}`
await inCopies(copies, [...groups.values()], async (copy, tests) => {
  const ran = runTests(copy, tests, false)
  for (const test of tests) {
    try {
      const failed = failureIn(await ran, test)
      if (failed !== null) unsound.set(keyOf(test), `"${failed}" fails without the fault`)
    } catch (error) {
      unsound.set(keyOf(test), reasonOf(error))
    }
  }
})

let caught = 0
await inCopies(copies, wanted, async (copy, mutant) => {
  const { name, test } = mutant
  try {
    const reason = unsound.get(keyOf(mutant))
    if (reason !== undefined) throw new Error(reason)
    const failed = await withFault(copy, mutant, async () => failureIn(await runTests(copy, [mutant], true), mutant))
    if (failed !== null) caught += 1
    console.log(failed === null ? `NOT CAUGHT  ${name}: ${test} passes` : `${name}: caught by ${test} > ${failed}`)
  } catch (error) {
    console.log(`NOT CAUGHT  ${name}: ${reasonOf(error)}`)
  }
})
console.log(`\n${caught} of ${wanted.length} mutants caught`)
process.exit(caught === wanted.length ? 0 : 1)
