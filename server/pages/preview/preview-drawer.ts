import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { log, nameOfError } from '../../log.ts'
import type { Ordered } from './preview-worker.ts'

/** Pictures that wait for the one that is drawn. */
const MAX_WAITING = 50
/** Of one picture, with the start of the thread. */
const PATIENCE_MS = 60_000
/** The thread's fonts and its drawing need about 100 MB: it ends when nothing was drawn for so long. */
const IDLE_MS = 60_000

/** Draws previews one after another in a thread of its own, which is started when it is needed. */
export class PreviewDrawer {
  readonly #rests: boolean
  readonly #maxWaiting: number
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  /** Of the picture that is drawn. */
  #end: (drawn: Uint8Array | Error) => void = () => undefined

  /** @param rests true to pause after each picture for as long as it took: a server has other work for its cores */
  constructor(rests: boolean, maxWaiting = MAX_WAITING) {
    this.#rests = rests
    this.#maxWaiting = maxWaiting
  }

  /** Returns a PNG; null when it cannot be drawn, and when too many wait. */
  async draw(ordered: Ordered): Promise<Buffer | null> {
    if (this.#waiting >= this.#maxWaiting) return null
    this.#waiting += 1
    let took = 0
    const drawn = this.#last.then(async () => {
      const began = performance.now()
      const png = await this.#one(ordered)
      took = performance.now() - began
      return png
    })
    this.#last = drawn.then(() => {
      this.#waiting -= 1
      return this.#rests ? sleep(took, undefined, { ref: false }) : undefined
    })
    return drawn
  }

  /** Ends the thread; a picture that it draws is lost. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #one(ordered: Ordered): Promise<Buffer | null> {
    clearTimeout(this.#idle)
    const late = setTimeout(() => this.#end(new Error('it took too long')), PATIENCE_MS)
    try {
      const said = new Promise<Uint8Array>((resolve, reject) => {
        this.#end = (drawn) => (drawn instanceof Error ? reject(drawn) : resolve(drawn))
      })
      this.#worker ??= this.#start()
      this.#worker.postMessage(ordered)
      return Buffer.from(await said)
    } catch (error) {
      log.warn(`A link preview could not be drawn (${nameOfError(error)}).`)
      await this.close()
      return null
    } finally {
      clearTimeout(late)
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./preview-worker.ts', import.meta.url))
    const end = (drawn: Uint8Array | Error): void => {
      if (this.#worker === worker) this.#end(drawn)
    }
    worker.on('message', end)
    worker.on('error', end)
    worker.on('exit', () => end(new Error('its thread ended')))
    return worker
  }
}
