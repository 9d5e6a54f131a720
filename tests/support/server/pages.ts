import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, '.cache', 'other-version')

/** Returns the folder of another version of the pages, with the sample ratings: built once beside the pages of now. */
export function otherVersion(): string {
  // The worker's file names every other file by its content.
  const pages = readFileSync(join(root, 'dist', 'service-worker.js'))
  const mark = createHash('sha256').update(pages).digest('hex').slice(0, 16)
  const ready = join(cache, mark)
  if (existsSync(ready)) return ready
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache))
    if (!name.startsWith(mark)) rmSync(join(cache, name), { recursive: true, force: true })
  const outDir = mkdtempSync(`${ready}-`)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', outDir, '--emptyOutDir'],
    { cwd: root, env: { ...process.env, VITE_SAMPLE_RATINGS: '1' }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The other version was not built:\n${stderr}`)
  // Another worker may have been first.
  if (existsSync(ready)) rmSync(outDir, { recursive: true })
  else renameSync(outDir, ready)
  return ready
}

/** A copy of the built pages with some files replaced, as after a broken deployment. */
export function copyOfPages(changes: Record<string, string>): string {
  const copy = mkdtempSync(join(tmpdir(), 'mehfil-pages-'))
  cpSync(join(root, 'dist'), copy, { recursive: true })
  for (const [name, text] of Object.entries(changes)) writeFileSync(join(copy, name), text)
  return copy
}
