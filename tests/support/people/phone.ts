import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { testBrowser } from '../browser/browser.ts'

/** Time for the worker to install everything it caches, on a slow machine. */
const WORKER_MS = 60_000

interface PhoneOptions {
  baseURL: string
  args?: readonly string[]
}

/** A browser with a profile on disk: it can be closed, killed and opened again with its data. */
export class Phone {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mehfil-phone-'))
  readonly #options: PhoneOptions
  #context: BrowserContext | null = null
  #page: Page | null = null

  constructor(options: PhoneOptions) {
    this.#options = options
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The phone is off.')
    return this.#context
  }

  get page(): Page {
    if (!this.#page) throw new Error('The phone is off.')
    return this.#page
  }

  /** Starts it. A page of a service worker needs no server. */
  async open(): Promise<Page> {
    const browser = await testBrowser()
    this.#context = await chromium.launchPersistentContext(this.#folder, {
      executablePath: browser.executablePath,
      args: [...browser.args, ...(this.#options.args ?? [])],
      baseURL: this.#options.baseURL,
      viewport: { width: 1280, height: 800 },
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      serviceWorkers: 'allow',
    })
    this.#context.setDefaultTimeout(20_000)
    this.#context.setDefaultNavigationTimeout(20_000)
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage())
    return this.#page
  }

  async newPage(): Promise<Page> {
    this.#page = await this.context.newPage()
    return this.#page
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = null
    this.#page = null
  }

  async kill(): Promise<void> {
    const pids = this.#processes()
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {}
    }
    await this.#context?.close().catch(() => undefined)
    this.#context = null
    this.#page = null
    await expect.poll(() => this.#processes().length, { timeout: 10_000 }).toBe(0)
  }

  #processes(): number[] {
    return processesNaming(this.#folder)
  }

  async dispose(): Promise<void> {
    await this.close().catch(() => undefined)
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function processesNaming(text: string): number[] {
  const found: number[] = []
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)) found.push(Number(name))
    } catch {}
  }
  return found
}

/** Waits until a worker serves the page and the catalogue is stored: then it opens offline. */
export async function readyForOffline(page: Page): Promise<void> {
  const served = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(served, { timeout: WORKER_MS }).toBe(true)
  await expect.poll(async () => (await rowsOf(page, 'events')).length, { timeout: WORKER_MS }).toBeGreaterThan(0)
}

/** Reads a noun's rows on the device; empty without a database, which it does not create. */
export function rowsOf<Row = Record<string, unknown>>(page: Page, noun: string): Promise<Row[]> {
  return page.evaluate(
    (store) =>
      new Promise<Row[]>((resolve, reject) => {
        const request = indexedDB.open('mehfil')
        let missing = false
        request.addEventListener('upgradeneeded', () => {
          missing = true
          request.transaction?.abort()
        })
        request.addEventListener('error', (event) => {
          event.preventDefault()
          return missing ? resolve([]) : reject(new Error('the database cannot be opened'))
        })
        request.addEventListener('success', () => {
          const db = request.result
          if (!db.objectStoreNames.contains(store)) {
            db.close()
            return resolve([])
          }
          const all = db.transaction(store).objectStore(store).getAll()
          all.addEventListener('success', () => {
            db.close()
            resolve(all.result as Row[])
          })
          all.addEventListener('error', () => reject(new Error(`${store} cannot be read`)))
        })
      }),
    noun,
  )
}

/** Makes the stored session's token expired for that long. */
export async function ageSession(page: Page, hours: number): Promise<void> {
  await page.evaluate(
    (ms) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('mehfil')
        request.addEventListener('error', () => reject(new Error('no database')))
        request.addEventListener('success', () => {
          const db = request.result
          const write = db.transaction('session', 'readwrite')
          const sessions = write.objectStore('session')
          const read = sessions.getAll()
          read.addEventListener('success', () => {
            for (const row of read.result as { key: string; value: unknown }[]) {
              if (row.key !== 'mehfil.session' || typeof row.value !== 'string') continue
              const session = JSON.parse(row.value) as { local_expires_at: number; expires_at?: number }
              session.local_expires_at = Date.now() - ms
              session.expires_at = Math.round((Date.now() - ms) / 1000)
              sessions.put({ key: row.key, value: JSON.stringify(session) })
            }
          })
          write.addEventListener('complete', () => {
            db.close()
            resolve()
          })
          write.addEventListener('error', () => reject(new Error('the session cannot be written')))
        })
      }),
    hours * 3_600_000,
  )
}
