/**
 * `npm test -- changed`: what a change is likeliest to break, in about two minutes. Cheap layers run whole; of the dear ones
 * it takes the test files that speak most of the changed things, by their names, as long as the time lasts. That is a
 * first look: what it leaves out is counted at the end, and only the whole run proves a change.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What each kind of file can break; the first match counts. What no line names can break everything. */
const breaks = [
  // What every test of that layer uses, and its tests that are no file of pgTAP: all of them.
  [/^supabase\/tests\/([\w.-]+\.ts|prelude\.sql)$/, ['all sql']],
  [/^supabase\//, ['sql', 'database types', 'races', 'api', 'screens', 'e2e']],
  [/^server\//, ['api', 'races', 'screens', 'e2e']],
  [/^src\/.*\.test\.tsx?$/, []],
  [/^(src|public)\/|^(index\.html|manifest\.webmanifest)$/, ['bytes', 'screens', 'e2e']],
  [/^tests\/(e2e|screens|api|sql-races)\/[^/]+$/, []],
  [/^tests\/engines\//, ['build', 'engines']],
  [/^tests\/storm\//, ['races', 'api']],
  [/^tests\/bench\//, ['bytes']],
  [/^tests\/(mutants\/|tools\/mutants)/, []],
  [/^docs\/|^[^/]+\.md$|^\.github\//, []],
]
/** Cheap, and about files of any kind. */
const always = [
  ...[
    'format',
    'lint',
    'lint fixture',
    'types fixture',
    'rooms fixture',
    'small files',
    'docstrings',
    'unused',
    'used by tests only',
  ],
  ...['repeated', 'commit subjects', 'licences', 'types', 'unit'],
]
/** Folder and file pattern of the layers whose files are chosen, and seconds of processor that one file takes. */
export const chosenLayers = {
  sql: { folder: 'supabase/tests', ends: '.test.sql', seconds: 1 },
  races: { folder: 'tests/sql-races', ends: '.test.ts', seconds: 12 },
  api: { folder: 'tests/api', ends: '.test.ts', seconds: 10 },
  screens: { folder: 'tests/screens', ends: '.spec.ts', seconds: 12 },
  e2e: { folder: 'tests/e2e', ends: '.spec.ts', seconds: 20 },
}
/** Seconds of processor for the chosen files, on two cores a minute. */
const BUDGET_SECONDS = 120

/** Words of a path that name no thing of the shop. */
const COMMON =
  /^(src|server|supabase|schema|shop|console|storefront|account|gate|ui|platform|public|tests?|route|store|api|index|form|list|row|use|of|the|and|in|to|tsx?|sql|\d+)$/

const singular = (word) => word.replace(/ies$/, 'y').replace(/s$/, '')

/** The things that a path names: `src/console/bank/bank-route.tsx` is about the bank. */
const wordsOf = (file) =>
  file
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 2 && !COMMON.test(word))
    .map(singular)

/** How much a test speaks of the words: its own name counts most, many mentions little more than one. */
function nearness({ file, text }, words) {
  const name = wordsOf(basename(file))
  let sum = 0
  for (const word of words) {
    const mentions = text.split(word).length - 1
    sum += (name.includes(word) ? 8 : 0) + Math.log2(1 + mentions)
  }
  return sum
}

/**
 * @param {string[]} files changed files, as paths from the repository's root
 * @param {{ layer: string, file: string, text: string }[]} tests the files of `chosenLayers`
 * @param {string[]} names SQL names that the change touches
 * @returns {{ layers: Set<string>, only: Map<string, string[]> } | null} null: it can break everything
 */
export function affected(files, tests, names = []) {
  const layers = new Set(always)
  const dear = new Set()
  for (const file of files) {
    const found = breaks.find(([pattern]) => pattern.test(file))
    if (!found) return null
    for (const layer of found[1]) (layer in chosenLayers ? dear : layers).add(layer)
  }
  // Changed tests run whatever they cost.
  const chosen = tests.filter(({ file }) => files.includes(file))
  const words = new Set([...files.filter((file) => !file.startsWith('docs/')).flatMap(wordsOf), ...names])
  let left = BUDGET_SECONDS
  const ranked = tests
    .filter((test) => dear.has(test.layer) && !chosen.includes(test))
    .map((test) => ({ test, near: nearness(test, words) / chosenLayers[test.layer].seconds ** 0.5 }))
    .filter(({ near }) => near > 0)
    .toSorted((a, b) => b.near - a.near)
  for (const { test } of ranked) {
    const { seconds } = chosenLayers[test.layer]
    if (seconds > left) continue
    left -= seconds
    chosen.push(test)
  }
  const only = new Map()
  for (const { layer, file } of chosen) only.set(layer, [...(only.get(layer) ?? []), file])
  for (const layer of only.keys()) layers.add(layer)
  if (layers.delete('all sql')) {
    layers.add('sql')
    only.delete('sql')
  }
  // Their servers show the built pages.
  if (['api', 'screens', 'e2e'].some((layer) => layers.has(layer))) layers.add('build')
  return { layers, only }
}

const git = (root, ...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null
}

/** Functions, tables and views whose statement has a changed line; each hunk belongs to the statement that began last. */
export function sqlNames(text, changedLines) {
  const lines = text.split('\n')
  const names = new Set()
  for (const at of changedLines) {
    for (let n = Math.min(at, lines.length) - 1; n >= 0; n -= 1) {
      const found = /^create (?:or replace )?(?:function|table|view) (?:if not exists )?(?:\w+\.)?(\w+)/i.exec(lines[n])
      if (!found) continue
      names.add(found[1].toLowerCase())
      break
    }
  }
  return [...names]
}

/** Files that differ from `$BASE`, else from where this branch left origin/main, else from the last commit; new ones too. */
export function changedFiles(root) {
  const base = process.env.BASE ?? git(root, 'merge-base', 'HEAD', 'origin/main')?.[0] ?? 'HEAD'
  const files = git(root, 'diff', '--name-only', base)
  if (!files) throw new Error(`git knows no ${base} to compare with.`)
  const all = [...files, ...(git(root, 'ls-files', '--others', '--exclude-standard') ?? [])]
  const names = all
    .filter((file) => file.endsWith('.sql') && existsSync(join(root, file)))
    .flatMap((file) => {
      const hunks = git(root, 'diff', '-U0', base, '--', file).map((line) => /^@@ \S+ \+(\d+)/.exec(line)?.[1])
      return sqlNames(readFileSync(join(root, file), 'utf8'), hunks.filter(Boolean).map(Number))
    })
  return { base, files: all, names }
}

/** The arguments that make a layer run only these files; those of SQL are tests of one file. */
export const onlyFiles = (layer, files) =>
  layer === 'sql' ? ['pgtap', '-t', files.map((file) => basename(file)).join('|')] : files

/** The files of `chosenLayers`, with their texts. */
export function testFiles(root) {
  return Object.entries(chosenLayers).flatMap(([layer, { folder, ends }]) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(ends))
      .map((name) => ({ layer, file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  )
}
