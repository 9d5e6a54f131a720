import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../startup-error.ts'

export interface Secrets {
  jwtSecret: string
  /** The embedded backend's anonymous key, used behind the API guard. */
  anonKey: string
}

export interface DataFolder {
  path: string
  secrets: Secrets
  database: string
  files: string
  readJson<T>(name: string): T | null
  /** Atomic; readable by the owner only. */
  writeJson(name: string, value: unknown): void
  close(): void
}

const OWNER_FOLDER = 0o700
const OWNER_FILE = 0o600
/** SQLITE_BUSY: another process holds the lock. */
const BUSY = 5

/** Writes a folder's names to the disk: without it a power cut may lose a file that was written. */
function syncFolder(path: string): void {
  // Windows opens no folder, and keeps names by itself.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Writes atomically (temporary name, `fsync` of file and folder): a crash leaves the old content or the new one. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  const file = openSync(temporary, 'w', OWNER_FILE)
  try {
    if (typeof content === 'string') writeSync(file, content)
    else writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/** References the locks, because garbage collection would release them. */
const held = new Set<DatabaseSync>()

/** The operating system ends this lock with the process. @throws {StartupError} when another process has it */
function takeLock(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    const holder = existsSync(join(folder, 'lock.pid')) ? readFileSync(join(folder, 'lock.pid'), 'utf8').trim() : ''
    const who = /^\d+$/.test(holder) ? ` (process ${holder})` : ''
    throw new StartupError(
      `The data folder ${folder} is in use by another Mehfil${who}; stop that one or set DATA_DIR to another folder.`,
    )
  }
  held.add(lock)
  writeWhole(join(folder, 'lock.pid'), String(process.pid))
  return () => {
    held.delete(lock)
    lock.close()
  }
}

function readSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json')
  if (existsSync(path)) {
    try {
      const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>
      if (typeof stored.jwtSecret === 'string' && stored.jwtSecret.length >= 32 && typeof stored.anonKey === 'string') {
        chmodSync(path, OWNER_FILE)
        return { jwtSecret: stored.jwtSecret, anonKey: stored.anonKey }
      }
    } catch {
      // Same message as incomplete contents.
    }
    throw new StartupError(
      `${path} is damaged; put it back from a backup, or delete it and everybody has to sign in again.`,
    )
  }
  const secrets: Secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    anonKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
  }
  writeWhole(path, JSON.stringify(secrets))
  return secrets
}

/** Reads the secrets of a folder that a main server has opened before. @throws {StartupError} when there are none */
export function readFolderSecrets(folder: string): Secrets {
  if (!existsSync(join(folder, 'secrets.json')))
    throw new StartupError(
      `${folder} has no secrets.json. A front reads its main server's: set DATA_DIR to the same folder, or copy that file.`,
    )
  return readSecrets(folder)
}

/** Opens or makes the data folder and locks it. @throws {StartupError} when it is not writable or already locked */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: OWNER_FOLDER })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    writeWhole(join(path, 'writable'), '')
    rmSync(join(path, 'writable'))
  } catch (error) {
    const full = (error as { code?: string }).code === 'ENOSPC'
    throw new StartupError(
      full
        ? `The data folder ${path} cannot be written: the disk is full.`
        : `The data folder ${path} cannot be written; check its owner, or set DATA_DIR to another folder.`,
    )
  }
  const release = takeLock(path)
  try {
    const secrets = readSecrets(path)
    const files = join(path, 'files')
    mkdirSync(files, { recursive: true, mode: OWNER_FOLDER })
    return {
      path,
      secrets,
      files,
      database: join(path, 'database'),
      readJson: <T>(name: string) => {
        const file = join(path, name)
        return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
      },
      writeJson: (name, value) => writeWhole(join(path, name), `${JSON.stringify(value, null, 2)}\n`),
      close: release,
    }
  } catch (error) {
    release()
    throw error
  }
}
