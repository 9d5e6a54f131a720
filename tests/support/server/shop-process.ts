import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED } from '../database/short-lived.ts'
import type { Answered, Question } from './side-door.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const OPEN_TIMEOUT_MS = 180_000

/** Removes the machine's own settings. */
export function cleanEnvironment(): Record<string, string> {
  const ours =
    /^(PORT|HOST|DATA_DIR|PAGES_DIR|DATABASE_URL|PUBLIC_URL|TLS_|TRUST_PROXY|METRICS_TOKEN|FRONT_OF|ADMIN_EMAIL|DEMO|SMTP_|LIMITS_|GOOGLE_|RAZORPAY_|CASHFREE_|VITE_|MEHFIL_TRACE|NODE_ENV|VITEST)/
  const kept = Object.entries(process.env).filter(([name, value]) => value !== undefined && !ours.test(name))
  return Object.fromEntries(kept) as Record<string, string>
}

export interface Running {
  child: ChildProcess
  exited: Promise<number | null>
  ask(question: Question): Promise<unknown[]>
}

/** Also of a program of another version, which then uses its own modules. */
const SIDE_DOOR = 'tests/support/server/side-door.ts'

/** Starts the server of a program, this one's by default. */
export function runServer(
  { program = root, lasts = false }: { program?: string | undefined; lasts?: boolean | undefined },
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

export async function waitUntilOpen(running: Running, url: string, output: () => string): Promise<void> {
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
