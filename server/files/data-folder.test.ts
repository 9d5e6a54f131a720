import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder, writeWhole } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mehfil-folder-'))
})
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const mode = (path: string) => statSync(path).mode & 0o777

/** Starts another process that locks the folder until it is ended. */
async function holder(path: string): Promise<{ kill(): Promise<void> }> {
  const source = fileURLToPath(new URL('./data-folder.ts', import.meta.url))
  const code = `import { openDataFolder } from ${JSON.stringify(source)}
    openDataFolder(${JSON.stringify(path)}); global.gc(); console.log('taken'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

describe('the data folder', () => {
  test('is made with secrets that only its owner can read, and keeps them', () => {
    const path = join(folder, 'new', 'data')
    const first = openDataFolder(path)
    expect(mode(path)).toBe(0o700)
    expect(mode(join(path, 'secrets.json'))).toBe(0o600)
    expect(first.secrets.jwtSecret.length).toBeGreaterThanOrEqual(48)
    first.close()
    const second = openDataFolder(path)
    expect(second.secrets).toEqual(first.secrets)
    second.close()
    const other = openDataFolder(join(folder, 'other'))
    expect(other.secrets.jwtSecret).not.toBe(first.secrets.jwtSecret)
    other.close()
  })

  test('belongs to one process until that process ends', async () => {
    const other = await holder(folder)
    expect(() => openDataFolder(folder)).toThrow(/is in use by another Mehfil \(process \d+\)/)
    await other.kill()
    openDataFolder(folder).close()
  })

  test('ignores the lock of a dead process whose number is in use again', () => {
    writeFileSync(join(folder, 'lock.pid'), String(process.ppid))
    openDataFolder(folder).close()
  })

  test('reports that it cannot be written', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => openDataFolder(join(file, 'data'))).toThrow(/cannot be written/)
  })

  test('refuses damaged secrets instead of replacing them', () => {
    openDataFolder(folder).close()
    writeFileSync(join(folder, 'secrets.json'), '{')
    expect(() => openDataFolder(folder)).toThrow(/secrets\.json is damaged/)
    expect(() => openDataFolder(folder)).toThrow(/damaged/)
  })

  test('writes files atomically and leaves no temporary ones', () => {
    writeWhole(join(folder, 'a.json'), '1')
    writeWhole(join(folder, 'a.json'), '22')
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(mode(join(folder, 'a.json'))).toBe(0o600)
  })
})
