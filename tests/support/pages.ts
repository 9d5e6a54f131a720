import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = (): string => mkdtempSync(join(tmpdir(), 'mehfil-pages-'))

/** Builds another version of the pages, with the sample ratings. Returns its folder; the caller deletes it. */
export function buildOtherVersion(): string {
  const outDir = folder()
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', outDir, '--emptyOutDir'],
    { cwd: root, env: { ...process.env, VITE_SAMPLE_RATINGS: '1' }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The other version was not built:\n${stderr}`)
  return outDir
}

/** A copy of the built pages with some files replaced, as after a broken deployment. */
export function copyOfPages(changes: Record<string, string>): string {
  const copy = folder()
  cpSync(join(root, 'dist'), copy, { recursive: true })
  for (const [name, text] of Object.entries(changes)) writeFileSync(join(copy, name), text)
  return copy
}
