import { mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { CLOSED, TIMED_OUT } from './ended.ts'
import type { Asked, Fault, Said } from './embedded-worker.ts'
import { log, nameOfError } from '../log.ts'

export interface Answered<Row> {
  rows: Row[]
  affectedRows: number | undefined
}

interface Terms {
  timed?: boolean
  /** `opened` when the transaction began. Fails a statement whose transaction was lost when the database reopened. */
  since?: number
}

interface Waiting {
  resolve: (answered: Answered<never>) => void
  reject: (error: Error) => void
  clock?: NodeJS.Timeout | undefined
}

const errorOf = ({ message, ...fields }: Fault): Error => Object.assign(new Error(message), fields)

const tookTooLong = (): Error =>
  errorOf({ name: 'error', code: TIMED_OUT, message: 'canceling statement due to statement timeout' })
const wasLost = (): Error =>
  errorOf({ name: 'error', code: CLOSED, message: 'the database was closed; this transaction was not kept' })

/** A request's statement that takes too long ends the database's thread like a power cut; committed data stays. */
export class EmbeddedDatabase {
  /** Rejects when the database does not open. */
  ready: Promise<void>
  opened = 1
  readonly #folder: string
  readonly #statementMs: number
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0
  #closing = false

  constructor(folder: string, statementMs: number) {
    this.#folder = folder
    this.#statementMs = statementMs
    this.ready = this.#open()
    // Callers that await it handle the rejection.
    this.ready.catch(() => undefined)
  }

  async query<Row>(text: string, params: readonly unknown[] = [], terms: Terms = {}): Promise<Answered<Row>> {
    return this.#ask((id) => ({ id, kind: 'query', text, params: [...params] }), terms)
  }

  /** Runs a statement in a transaction of its own, after the settings that say who calls. */
  async call<Row>(
    settings: { text: string; params: string[] },
    text: string,
    params: readonly unknown[],
  ): Promise<Row[]> {
    return (await this.#ask((id) => ({ id, kind: 'call', settings, text, params: [...params] }), { timed: true })).rows
  }

  /** Runs several statements; resolves with the first one's rows. */
  async run<Row>(text: string): Promise<Row[]> {
    return (await this.#ask((id) => ({ id, kind: 'run', text }))).rows
  }

  /** @param idle false when a statement is running, which is not awaited */
  async close(idle: boolean): Promise<void> {
    if (idle) await this.#ask((id) => ({ id, kind: 'close' })).catch(() => undefined)
    this.#closing = true
    this.#endWaiting(wasLost())
    await this.#worker?.terminate()
  }

  async #ask(message: (id: number) => Asked, { timed = false, since }: Terms = {}): Promise<Answered<never>> {
    await this.ready
    if (this.#closing || (since !== undefined && since !== this.opened)) throw wasLost()
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      // Before the clock: a message that cannot be sent throws.
      this.#worker?.postMessage(message(id))
      const clock = timed ? setTimeout(() => this.#endStatement(id), this.#statementMs) : undefined
      this.#waiting.set(id, { resolve, reject, clock })
    })
  }

  async #open(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      execArgv: [],
      stdout: true,
      stderr: true,
      workerData: { folder: this.#folder },
    })
    this.#worker = worker
    // PostgreSQL's output may contain personal data.
    worker.stdout.resume()
    worker.stderr.resume()
    worker.on('error', (error) => log.warn(`The database had a fault (${nameOfError(error)}).`))
    await new Promise<void>((resolve, reject) => {
      worker.once('message', (said: Said) => {
        if ('fault' in said) reject(errorOf(said.fault))
        else resolve()
      })
      worker.once('exit', () => reject(new Error('The database did not open.')))
    }).catch(async (error: unknown) => {
      await worker.terminate()
      throw error
    })
    worker.on('message', (said: Said) => this.#hear(said))
    worker.once('exit', () => {
      if (worker === this.#worker && !this.#closing) this.#openAgain()
    })
  }

  #hear(said: Said): void {
    const waiting = this.#waiting.get(said.id)
    if (!waiting) return
    this.#waiting.delete(said.id)
    clearTimeout(waiting.clock)
    if ('fault' in said) waiting.reject(errorOf(said.fault))
    else waiting.resolve({ rows: said.rows as never[], affectedRows: said.affectedRows })
  }

  #endStatement(id: number): void {
    const waiting = this.#waiting.get(id)
    if (!waiting || this.#closing) return
    this.#waiting.delete(id)
    log.warn(`A statement took longer than ${this.#statementMs / 1000} s; the database is opened again.`)
    waiting.reject(tookTooLong())
    const worker = this.#worker
    this.#worker = undefined
    this.#openAgain(worker?.terminate())
  }

  #openAgain(ended: Promise<unknown> = Promise.resolve()): void {
    this.opened += 1
    this.#endWaiting(wasLost())
    this.ready = ended.then(() => (this.#closing ? Promise.reject(wasLost()) : this.#open()))
    this.ready.catch((error: unknown) => {
      if (this.#closing) return
      // Without a database, end the process: its supervisor starts another.
      setImmediate(() => {
        throw error
      })
    })
  }

  #endWaiting(why: Error): void {
    for (const { clock, reject } of this.#waiting.values()) {
      clearTimeout(clock)
      reject(why)
    }
    this.#waiting.clear()
  }
}
