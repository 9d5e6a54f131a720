import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres, type PostgresOptions } from '../database/postgres.ts'
import { prepared } from './prepared.ts'
import { cleanEnvironment, runServer, waitUntilOpen, type Running } from './shop-process.ts'
import type { Question } from './side-door.ts'

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
  /** Of a shop on PostgreSQL, as its owner; null of one with the embedded database. */
  databaseUrl: string | null
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
  /** `postgres`: the template's copy is on a PostgreSQL of its own, which costs half as much to start, and less to ask. */
  on?: 'embedded' | 'postgres'
  /** The folder of another program than this one. */
  program?: string
  /** For measurements: the code of the embedded database is optimised, as where a shop runs for days. */
  lasts?: boolean
}

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
  const postgres = options.template && options.on === 'postgres' ? await startShopPostgres(options.template) : null
  if (postgres) cpSync(postgres.dataDir, dataDir, { recursive: true })
  else if (options.template) await copyTemplate(options.template, dataDir)
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  const environment: Record<string, string> = {
    ...cleanEnvironment(),
    ...withoutLimits,
    DEMO: options.demo || options.template === 'demo' ? '1' : '0',
    DEMO_PASSWORD,
    ...(postgres && { DATABASE_URL: postgres.url }),
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
    running = runServer(options, env, (text) => (output += text))
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
  const remove = async (): Promise<void> => {
    await postgres?.stop()
    if (ownFolder) rmSync(dataDir, { recursive: true, force: true })
  }
  const shop: Shop = {
    url: url.replace('http', scheme),
    port,
    dataDir,
    databaseUrl: postgres?.url ?? null,
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
      await remove()
    },
  }
  try {
    await open(environment)
  } catch (error) {
    await remove()
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

/**
 * Starts a PostgreSQL that holds the database of a shop, empty or with the demo: a copy of one that was made once for
 * these sources.
 */
export async function startShopPostgres(kind: 'demo' | 'empty', options: PostgresOptions = {}): Promise<ShopPostgres> {
  const made = await prepared(`postgres-${kind}`, async (folder) => {
    mkdirSync(folder)
    const cluster = await startPostgres({ keep: join(folder, 'cluster') })
    const dataDir = join(folder, 'shop')
    const shop = await startShop({ dataDir, demo: kind === 'demo', env: { DATABASE_URL: cluster.url } })
    await shop.stop()
    await cluster.stop()
  })
  const cluster = await startPostgres({ ...options, copyOf: join(made, 'cluster') })
  const dataDir = `${cluster.folder}/shop`
  cpSync(join(made, 'shop'), dataDir, { recursive: true })
  return { ...cluster, dataDir }
}

export interface ShopPostgres extends Postgres {
  /** The shop's data folder; removed with the database. */
  dataDir: string
}
