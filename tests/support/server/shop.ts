import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { prepared } from './prepared.ts'
import { SHORT_LIVED } from './short-lived.ts'
import type { Answered, Question } from './side-door.ts'

interface ShopAccount {
  role: string
  email: string
  password: string
}

export interface Shop {
  /** Without a slash at the end. */
  url: string
  port: number
  dataDir: string
  accounts: ShopAccount[]
  log(): string
  isRunning(): boolean
  /** Asks the side door of the running server (side-door.ts). */
  ask(question: Question): Promise<unknown[]>
  /** Stops the server as an operator does; resolves with its exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
  restart(env?: Record<string, string>): Promise<void>
  dispose(): Promise<void>
}

export interface ShopOptions {
  port?: number
  dataDir?: string
  env?: Record<string, string>
  demo?: boolean
  /** Copies a data folder made once for these sources: much faster than a first start. */
  template?: 'demo' | 'empty'
  /** The folder of another program than this one. */
  program?: string
  /** For measurements: the code of the embedded database is optimised, as where a shop runs for days. */
  lasts?: boolean
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const OPEN_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 15_000
const MAX_STARTS = 4

export const DEMO_PASSWORD = 'demo-password-1'

/** Storm tests exceed the limits; tests of limits set them. A password at full cost is a tenth of a second. */
const withoutLimits = {
  LITE_AUTH_BCRYPT_COST: '4',
  LIMITS_SIGN_IN_PER_ADDRESS: '0',
  LIMITS_SIGN_IN_PER_IP: '0',
  LIMITS_CONTACT_PER_HOUR: '0',
  LIMITS_AUTH_ANSWER_MS: '0',
}

/** Removes the machine's own settings. */
function cleanEnvironment(): Record<string, string> {
  const ours =
    /^(PORT|HOST|DATA_DIR|PAGES_DIR|DATABASE_URL|PUBLIC_URL|TLS_|TRUST_PROXY|METRICS_TOKEN|FRONT_OF|ADMIN_EMAIL|DEMO|SMTP_|LIMITS_|GOOGLE_|RAZORPAY_|CASHFREE_|VITE_|MEHFIL_TRACE|NODE_ENV|VITEST)/
  const kept = Object.entries(process.env).filter(([name, value]) => value !== undefined && !ours.test(name))
  return Object.fromEntries(kept) as Record<string, string>
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

interface Running {
  child: ChildProcess
  exited: Promise<number | null>
  ask(question: Question): Promise<unknown[]>
}

/** Also of a program of another version, which then uses its own modules. */
const SIDE_DOOR = 'tests/support/server/side-door.ts'

function run(
  { program = root, lasts = false }: ShopOptions,
  env: Record<string, string>,
  onOutput: (text: string) => void,
): Running {
  const child = spawn(
    process.execPath,
    [...(lasts ? [] : [SHORT_LIVED]), '--import', `./${SIDE_DOOR}`, 'server/main.ts'],
    {
      cwd: program,
      env,
      // The server stops when this process is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    },
  )
  child.stdout!.setEncoding('utf8').on('data', onOutput)
  child.stderr!.setEncoding('utf8').on('data', onOutput)
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>()
  let lastId = 0
  child.on('message', (said: Answered) => {
    const asked = waiting.get(said.id)
    waiting.delete(said.id)
    if ('rows' in said) asked?.resolve(said.rows)
    else asked?.reject(Object.assign(new Error(said.error.message), said.error))
  })
  child.once('exit', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The shop ended.'))
  })
  const ask = (question: Question): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      child.send({ ...question, id: lastId })
    })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (code) => resolve(code))
    child.once('error', reject)
  })
  return { child, exited, ask }
}

async function waitUntilOpen(running: Running, url: string, output: () => string): Promise<void> {
  let ended = false
  void running.exited.then(() => (ended = true))
  const until = Date.now() + OPEN_TIMEOUT_MS
  while (Date.now() < until) {
    if (ended) throw new Error(`The shop did not open:\n${output()}`)
    if (/ is open at /.test(output())) {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
      if (answer?.ok) return
    }
    await sleep(50)
  }
  running.child.kill('SIGKILL')
  throw new Error(`The shop did not open within ${OPEN_TIMEOUT_MS / 1000} s:\n${output()}`)
}

function readAccounts(output: string): ShopAccount[] {
  return output.split('\n').flatMap((line) => {
    const [role, email, password, ...rest] = line.split('  ')
    return role && email?.includes('@') && password && rest.length === 0 ? [{ role, email, password }] : []
  })
}

/** Starts the real server and waits until it answers; no sign-in limits or demo data by default. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  for (let start = 1; ; start += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      return await startOnce(options)
    } catch (error) {
      // Another process may take a free port before the server listens on it.
      const again = options.port === undefined && / is taken by another program/.test(String(error))
      if (!again || start === MAX_STARTS) throw error
    }
  }
}

async function startOnce(options: ShopOptions): Promise<Shop> {
  const ownFolder = options.dataDir === undefined
  const dataDir = options.dataDir ?? join(tmpdir(), `mehfil-test-${process.pid}-${randomBytes(5).toString('hex')}`)
  if (options.template) await copyTemplate(options.template, dataDir)
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const environment: Record<string, string> = {
    ...cleanEnvironment(),
    ...withoutLimits,
    DEMO: options.demo || options.template === 'demo' ? '1' : '0',
    DEMO_PASSWORD,
    ...options.env,
    PORT: String(port),
    DATA_DIR: dataDir,
  }
  const scheme = environment['TLS_CERT'] ? 'https' : 'http'
  let output = ''
  let sinceStart = 0
  let running: Running
  const open = async (env: Record<string, string>): Promise<void> => {
    sinceStart = output.length
    running = run(options, env, (text) => (output += text))
    await waitUntilOpen(running, `${scheme}://localhost:${port}`, () => output.slice(sinceStart))
    shop.accounts = readAccounts(output.slice(sinceStart))
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const { child, exited } = running
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const hard = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    const code = await exited
    clearTimeout(hard)
    return code
  }
  const shop: Shop = {
    url: url.replace('http', scheme),
    port,
    dataDir,
    accounts: [],
    log: () => output,
    isRunning: () => running.child.exitCode === null && running.child.signalCode === null,
    ask: (question) => running.ask(question),
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    restart: async (env = {}) => {
      await end('SIGTERM')
      await open({ ...environment, ...env })
    },
    dispose: async () => {
      await end('SIGTERM')
      if (ownFolder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await open(environment)
  } catch (error) {
    if (ownFolder) rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  return shop
}

/**
 * Makes `dataDir` the data folder of a new shop. The template itself is given to no test: a server that opened it would
 * change files that others are just copying.
 */
export async function copyTemplate(kind: 'demo' | 'empty', dataDir: string): Promise<void> {
  const template = await prepared(kind, async (folder) => {
    const maker = await startShop({ dataDir: folder, demo: kind === 'demo' })
    const code = await maker.stop()
    if (code !== 0) throw new Error(`The template ${kind} did not close cleanly (${code}):\n${maker.log()}`)
  })
  cpSync(template, dataDir, { recursive: true })
}
