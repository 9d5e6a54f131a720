import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
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

interface Started {
  process: ChildProcess
  url: string
  port: number
  dataDir: string
  output: () => string
}

async function start(command: string, ...args: string[]): Promise<Started> {
  const dataDir = tempFolder()
  const port = await freePort()
  let output = ''
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await until(() => / is open at /.test(output), OPEN_MS, `The shop did not open:\n${output}`)
  return { process: child, url: `http://127.0.0.1:${port}`, port, dataDir, output: () => output }
}

const serverOf = ({ dataDir }: Started): number => Number(readFileSync(join(dataDir, 'lock.pid'), 'utf8'))

const endForCertain = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

test('a supervisor that ends npm alone ends the shop: its port is free and its data folder closed', async () => {
  const started = await start('npm', 'start')
  const server = serverOf(started)
  try {
    started.process.kill('SIGTERM')
    await until(() => isFree(started.port), CLOSED_MS, 'The shop went on without npm.')
    // PostgreSQL removes this file when it has closed; a kill leaves it.
    const open = join(started.dataDir, 'database', 'postmaster.pid')
    await until(() => !existsSync(open), CLOSED_MS, 'The database was not closed.')
  } finally {
    endForCertain(server)
  }
  const again = await startShop({ dataDir: started.dataDir, demo: false })
  expect(again.isRunning()).toBe(true)
  await again.dispose()
})

test('a server that ends on a fault of its own is started again, with all that was committed', async () => {
  const started = await start(process.execPath, 'scripts/start.mjs')
  const account = { email: 'asha@example.in', password: 'a-long-password-7' }
  const post = async (path: string): Promise<number> => {
    const headers = { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' }
    const answer = await fetch(`${started.url}/auth/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(account),
    })
    return answer.status
  }
  try {
    expect(await post('signup')).toBe(200)
    // One that lives shorter would end again.
    await sleep(10_000)
    process.kill(serverOf(started), 'SIGABRT')
    const isOver = (): boolean => started.process.exitCode !== null
    await until(() => isOver() || started.output().split(' is open at ').length === 3, OPEN_MS, started.output())
    expect(isOver(), 'It ended with its server.').toBe(false)
    expect(started.output()).toContain('The server ended on a fault (SIGABRT); it is started again.')
    expect(await post('token?grant_type=password')).toBe(200)
  } finally {
    const server = serverOf(started)
    started.process.kill('SIGTERM')
    await until(() => isFree(started.port), CLOSED_MS, 'The shop did not end.').finally(() => endForCertain(server))
  }
})
