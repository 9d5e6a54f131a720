import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort, startShop } from '../support/server/shop.ts'
import { tempFolder } from '../support/server/temp-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The pages are built before this layer. */
const OPEN_MS = 240_000
const CLOSED_MS = 30_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

const until = async (is: () => boolean | Promise<boolean>, ms: number, what: string): Promise<void> => {
  const end = Date.now() + ms
  while (!(await is())) {
    if (Date.now() > end) throw new Error(what)
    await sleep(100)
  }
}

test('a supervisor that ends npm alone ends the shop: its port is free and its data folder closed', async () => {
  const dataDir = tempFolder()
  const port = await freePort()
  let output = ''
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await until(() => / is open at /.test(output), OPEN_MS, `The shop did not open:\n${output}`)
  const server = Number(readFileSync(join(dataDir, 'lock.pid'), 'utf8'))
  try {
    npm.kill('SIGTERM')
    await until(() => isFree(port), CLOSED_MS, 'The shop went on without npm.')
    // PostgreSQL removes this file when it has closed; a kill leaves it.
    const open = join(dataDir, 'database', 'postmaster.pid')
    await until(() => !existsSync(open), CLOSED_MS, 'The database was not closed.')
  } finally {
    try {
      process.kill(server, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const again = await startShop({ dataDir, demo: false })
  expect(again.isRunning()).toBe(true)
  await again.dispose()
})
