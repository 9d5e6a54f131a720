import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { APP, PAGE } from './build.ts'
import type { Calls, Event } from './page/worker.ts'

type Said =
  | { id: number; value?: unknown; url?: string; error?: string }
  | { asks: string; of: unknown[]; id: number }
  | (Event & { id?: undefined })

const LEAVE_MS = 5_000
const idle: Thread[] = []

/** The thread of one page: calls it, answers its questions, tells its events. */
export class Thread {
  readonly #worker = new Worker(PAGE, { workerData: { app: APP }, stdout: true, stderr: true })
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  #lastId = 0
  readonly listeners = new Set<(event: Event) => void>()
  /** The page's address as of the last call. */
  url = 'about:blank'
  answer: (asks: string, of: unknown[]) => unknown = () => undefined

  constructor() {
    this.#worker.on('message', (said: Said) => this.#hear(said))
    this.#worker.on('error', (error) => this.#tell({ event: 'fault', message: String(error) }))
    this.#worker.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The page was closed.'))
    })
  }

  call<K extends keyof Calls>(call: K, ...of: unknown[]): Promise<Awaited<ReturnType<Calls[K]>>> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, call, of })
    })
  }

  /** One that an earlier page has left, or a new one: to start one takes as long as to open three pages. */
  static take = (): Thread => idle.pop() ?? new Thread()

  /** Leaves it to the next page, which finds nothing of this one. */
  async end(): Promise<void> {
    this.listeners.clear()
    const left = this.call('forget').then(() => true)
    this.answer = () => undefined
    if (!(await Promise.race([left, sleep(LEAVE_MS, false, { ref: false })])))
      return void (await this.#worker.terminate())
    this.url = 'about:blank'
    idle.push(this)
  }

  #hear(said: Said): void {
    if (said.id === undefined) return this.#tell(said)
    if ('asks' in said) {
      const { asks, of, id } = said
      const answered = (message: object): void => this.#worker.postMessage({ answers: id, ...message })
      Promise.resolve()
        .then(() => this.answer(asks, of))
        .then(
          (value) => answered({ value }),
          (error: Error) => answered({ error: error.message }),
        )
      return
    }
    const asked = this.#waiting.get(said.id)
    this.#waiting.delete(said.id)
    this.url = said.url ?? this.url
    if (said.error !== undefined) asked?.reject(new Error(said.error))
    else asked?.resolve(said.value as never)
  }

  #tell(event: Event): void {
    for (const listener of this.listeners) listener(event)
  }
}
