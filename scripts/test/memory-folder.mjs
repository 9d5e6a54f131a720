// A folder for the temporary files of tests: data folders of shops, clusters of PostgreSQL, profiles of browsers.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const SHARED_MEMORY = '/dev/shm'
/** Both far more than a run needs at a time. */
const MIN_FREE_BYTES = 3 * 1024 ** 3
const MIN_MEMORY_BYTES = 6 * 1024 ** 3

function hasRoom() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder]) => folder === SHARED_MEMORY)
    // Some tests copy programs into it.
    if (mount?.[2] !== 'tmpfs' || /\b(noexec|ro)\b/.test(mount[3])) return false
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES && process.availableMemory() >= MIN_MEMORY_BYTES
  } catch {
    return false
  }
}

/**
 * Makes an empty folder in memory, and removes it when this process exits: on a disk each start of a shop costs one to
 * two seconds of processor for the copy of its data alone. Returns null where there is no such memory, or too little.
 */
export function memoryFolder() {
  if (!hasRoom()) return null
  const folder = mkdtempSync(join(SHARED_MEMORY, 'mehfil-'))
  // PostgreSQL and the mail server have users of their own.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return folder
}
