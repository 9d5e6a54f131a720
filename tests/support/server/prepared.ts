import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, '.cache', 'templates')
const MAKE_TIMEOUT_MS = 180_000
/** Of other sources, and unused for this long. */
const STALE_SECONDS = 600

function fingerprint(): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(path))
  }
  for (const path of ['supabase/migrations', 'server', 'package-lock.json']) add(join(root, path))
  // Demo dates depend on the day they are made.
  hash.update(new Date().toISOString().slice(0, 10))
  return hash.digest('hex').slice(0, 16)
}

const isOld = (path: string, seconds: number): boolean => Date.now() - statSync(path).mtimeMs > seconds * 1000

/** Returns a folder to copy, made once for these sources: the first caller makes it, others wait. */
export async function prepared(kind: string, make: (folder: string) => Promise<void>): Promise<string> {
  const mark = fingerprint()
  const ready = join(cache, `${kind}-${mark}`)
  const lock = `${ready}.lock`
  mkdirSync(cache, { recursive: true })
  const until = Date.now() + 2 * MAKE_TIMEOUT_MS
  while (!existsSync(ready)) {
    if (Date.now() > until) throw new Error(`The template ${kind} was not made in time; delete ${lock} and try again.`)
    try {
      mkdirSync(lock)
    } catch {
      // Another process is making it, or died while doing so.
      if (existsSync(lock) && isOld(lock, MAKE_TIMEOUT_MS / 1000)) rmSync(lock, { recursive: true, force: true })
      await sleep(100)
      continue
    }
    try {
      for (const name of readdirSync(cache)) {
        const stale = name.startsWith(`${kind}-`) && !name.includes(mark) && isOld(join(cache, name), STALE_SECONDS)
        if (stale) rmSync(join(cache, name), { recursive: true, force: true })
      }
      const making = `${ready}.${process.pid}.making`
      await make(making)
      writeFileSync(join(making, 'template'), kind)
      if (!existsSync(ready)) renameSync(making, ready)
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  return ready
}
