/**
 * Refuses a file under 40 lines that one file beside it alone uses: it belongs into that one. Not refused: what is loaded later
 * (import(), a worker), another kind (`.api.ts`, `.store.ts`), what would make a file too long, and types alone.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_LINES_PER_FILE } from './rooms.mjs'

const SMALL_LINES = 40
const IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

const linesOf = (text) => text.replace(/\n$/, '').split('\n').length
const kindOf = (path) => /\.(api|store)\.ts$/.exec(path)?.[1] ?? ''

/** Returns what is wrong with the production files of `files`, texts by path. */
export function smallFiles(files) {
  const users = new Map()
  const loadedLater = new Set()
  for (const [path, text] of files)
    for (const [, type, now, later] of text.matchAll(IMPORT)) {
      const name = now ?? later
      const local = name.startsWith('#') ? join('src', name.slice(1)) : normalize(join(dirname(path), name))
      const target = local.replaceAll('\\', '/').replace(/\?.*/, '')
      if (later || type || name.includes('?')) loadedLater.add(target)
      users.set(target, (users.get(target) ?? new Set()).add(path))
    }
  return [...files].flatMap(([path, text]) => {
    const [user, ...others] = users.get(path) ?? []
    const lines = linesOf(text)
    if (!user || others.length > 0 || lines >= SMALL_LINES || loadedLater.has(path)) return []
    if (dirname(user) !== dirname(path) || kindOf(user) !== kindOf(path)) return []
    if (linesOf(files.get(user)) + lines > MAX_LINES_PER_FILE) return []
    return `${path}: ${lines} lines that only ${user} uses, put them there.`
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const paths = ['src', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path).replaceAll('\\', '/')),
  )
  const production = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
  const wrong = smallFiles(new Map(production.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
  for (const line of wrong) console.error(line)
  if (wrong.length === 0) console.log(`${production.length} files: none is a part of the one beside it.`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
