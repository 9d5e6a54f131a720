import { resolveObjectURL } from 'node:buffer'
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import { IDBFactory } from 'fake-indexeddb'
import type { Window } from 'happy-dom'
import { act, facts, find, pressKeys } from './actions.ts'
import { device, openWindow, type Size } from './window.ts'

// A browser of one page: the shop's own code over a DOM, in a thread of its own. The story's side is ../page.ts.

interface Storage {
  local: [string, string][]
  session: [string, string][]
}

export interface Opening {
  url: string
  size: Size
  storage: Storage
  /** Texts of functions with their argument, run before the page's own code. */
  scripts: [string, unknown][]
  exposed: string[]
  offline: boolean
}

/** Playwright's form of a stored database. */
export interface StoredDatabase {
  name: string
  version: number
  stores: {
    name: string
    keyPath: string
    records: { value: unknown }[]
    indexes: { name: string; keyPath: string; multiEntry: boolean; unique: boolean }[]
  }[]
}

export type Event =
  | { event: 'fault'; message: string }
  | { event: 'console'; message: string }
  | { event: 'download'; name: string; bytes: Uint8Array }
  | { event: 'filechooser'; number: number }

/** What the story's side decides of a request. */
export type Decision =
  | { kind: 'continue' }
  | { kind: 'abort' }
  | { kind: 'fulfill'; status: number; headers: Record<string, string>; body: string }

const port = parentPort!
const { app } = workerData as { app: string }

const RealDate = Date
let window: Window | undefined
let pages = 0
/** Which page's code is running: what an earlier one left may still end. */
const ofPage = new AsyncLocalStorage<number>()
let leaving = false
/** The globals that a page's code has made, as Dexie does. */
let madeByPage = (): PropertyKey[] => []

const tell = (event: Event): void => port.postMessage(event)
const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
let lastAsked = 0
/** Asks the story's side. */
const ask = <T>(asks: string, of: unknown[]): Promise<T> =>
  new Promise((resolve, reject) => {
    lastAsked += 1
    waiting.set(lastAsked, { resolve, reject })
    port.postMessage({ asks, of, id: lastAsked })
  })

const run = (text: string, of: unknown[]): unknown => {
  // Indirect, so that the text sees the page's globals alone.
  // oxlint-disable-next-line no-eval -- a story's own function
  const work = (0, eval)(`(${text})`) as (...of: unknown[]) => unknown
  return work(...of)
}

let script: Script | undefined
let isKept = false

/** Runs the shop's code anew: six megabytes, opened a thousand times, of which the engine reads each word once. */
function runApp(): void {
  const compiled = `${app}.compiled`
  isKept = existsSync(compiled)
  script ??= new Script(readFileSync(app, 'latin1'), {
    filename: app,
    ...(isKept && { cachedData: readFileSync(compiled) }),
  })
  script.runInThisContext()
}

/** Keeps what the engine made of the code so far for the other threads. */
function keepCompiled(): void {
  if (isKept && !script?.cachedDataRejected) return
  const compiled = `${app}.compiled`
  const own = `${compiled}.${process.pid}-${threadId}`
  writeFileSync(own, script!.createCachedData())
  renameSync(own, compiled)
  isKept = true
}

const choosers: HTMLInputElement[] = []

for (const level of ['error', 'warn'] as const)
  console[level] = (...said: unknown[]) => tell({ event: 'console', message: said.map(String).join(' ') })

/** Downloads and the choice of a file, which are the browser's own in others. */
function watchBrowserParts(): void {
  document.addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    if (target instanceof HTMLInputElement && target.type === 'file')
      tell({ event: 'filechooser', number: choosers.push(target) - 1 })
    const link = target.closest<HTMLAnchorElement>('a[download]')
    if (!link) return
    event.preventDefault()
    // Now: pages revoke it at once.
    const made = resolveObjectURL(link.href)
    void (made ? made.arrayBuffer() : fetch(link.href).then((answer) => answer.arrayBuffer())).then((bytes) =>
      tell({ event: 'download', name: link.download, bytes: new Uint8Array(bytes) }),
    )
  })
}

const calls = {
  async open({ url, size, storage, scripts, exposed, offline }: Opening) {
    await calls.leave()
    pages += 1
    window = openWindow(url, size)
    calls.offline(offline)
    window.happyDOM.settings.fetch.interceptor = {
      beforeAsyncRequest: async ({ request }) => {
        const { method, headers } = request
        const body = method === 'GET' || method === 'HEAD' ? null : await request.clone().text()
        const asked = { url: request.url, method, headers: Object.fromEntries(headers), body }
        const decision = await ask<Decision>('route', [asked])
        // Its own cache answers an ETag's 304 with what it stored first.
        request.headers.set('cache-control', 'no-cache')
        if (decision.kind === 'abort') throw new TypeError('Failed to fetch')
        if (decision.kind === 'continue') return undefined
        return new Response(decision.body, decision) as never
      },
    }
    for (const [key, value] of storage.local) localStorage.setItem(key, value)
    for (const [key, value] of storage.session) sessionStorage.setItem(key, value)
    for (const name of exposed) Object.assign(globalThis, { [name]: (...of: unknown[]) => ask(`exposed ${name}`, of) })
    document.body.innerHTML = '<div id="root"></div>'
    watchBrowserParts()
    const own = new Set(Reflect.ownKeys(globalThis))
    madeByPage = () => Reflect.ownKeys(globalThis).filter((key) => !own.has(key))
    for (const [text, argument] of scripts) run(text, [argument])
    ofPage.run(pages, runApp)
  },

  /** Ends the page as a browser does: it gets no answer any more, and what still runs of it tells no fault. */
  async leave() {
    if (!window) return
    keepCompiled()
    leaving = true
    globalThis.dispatchEvent(new Event('pagehide'))
    await window.happyDOM.close()
    waiting.clear()
    // A fault is told a turn after it is made.
    await new Promise((resolve) => setImmediate(resolve))
    for (const key of madeByPage()) Reflect.deleteProperty(globalThis, key)
    leaving = false
    window = undefined
  },

  /** Before the thread becomes another person's browser. */
  async forget() {
    await calls.leave()
    device.indexedDB = new IDBFactory()
    globalThis.Date = RealDate
  },

  storage(): Storage {
    const all = (of: globalThis.Storage) => Object.entries(of) as [string, string][]
    return window ? { local: all(localStorage), session: all(sessionStorage) } : { local: [], session: [] }
  },

  restore: (database: StoredDatabase) =>
    new Promise<void>((resolve, reject) => {
      const opening = device.indexedDB.open(database.name, database.version)
      opening.addEventListener('upgradeneeded', () => {
        for (const { name, keyPath, indexes, records } of database.stores) {
          const store = opening.result.createObjectStore(name, { keyPath })
          for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
          for (const { value } of records) store.put(value)
        }
      })
      opening.addEventListener('success', () => {
        opening.result.close()
        resolve()
      })
      opening.addEventListener('error', () => reject(new Error(`${database.name} cannot be made`)))
    }),

  see: (selector: string, fact: keyof typeof facts) => find(selector).map((element) => facts[fact](element as never)),
  act,
  press: pressKeys,
  evaluate: async (text: string, argument: unknown) => await run(text, [argument]),
  evaluateOn: async (selector: string, text: string, argument: unknown) =>
    await run(text, [find(selector)[0], argument]),
  evaluateOnAll: async (selector: string, text: string, argument: unknown) =>
    await run(text, [find(selector), argument]),
  choose: (number: number, files: { name: string; type: string; bytes: Uint8Array }[]) => {
    const chosen = new DataTransfer()
    for (const { name, type, bytes } of files) chosen.items.add(new File([bytes as never], name, { type }))
    choosers[number]!.files = chosen.files
    choosers[number]!.dispatchEvent(new Event('change', { bubbles: true }))
  },
  url: () => location.href,
  title: () => document.title,
  step: (by: number) => history.go(by),

  resize(size: Size) {
    if (!window) return
    window.happyDOM.setViewport(size)
    globalThis.dispatchEvent(new Event('resize'))
  },

  /** @param time minutes and seconds: '05:10' */
  later(time: string) {
    const [minutes, seconds] = time.split(':').map(Number) as [number, number]
    const ms = (minutes * 60 + seconds) * 1_000
    const Before = Date
    globalThis.Date = class extends Before {
      constructor(...of: []) {
        super(...((of.length === 0 ? [Before.now() + ms] : of) as []))
      }
      static override now = (): number => Before.now() + ms
    } as DateConstructor
  },

  offline(is: boolean) {
    if (!window) return
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: !is })
    globalThis.dispatchEvent(new Event(is ? 'offline' : 'online'))
  },
}

export type Calls = typeof calls

type Message = { id: number; call: keyof Calls; of: unknown[] } | { answers: number; value?: unknown; error?: string }

port.on('message', async (message: Message) => {
  if ('answers' in message) {
    const asked = waiting.get(message.answers)
    waiting.delete(message.answers)
    if (message.error !== undefined) asked?.reject(new Error(message.error))
    else asked?.resolve(message.value as never)
    return
  }
  const { id, call, of } = message
  try {
    const value = await ofPage.run(pages, calls[call] as (...of: unknown[]) => unknown, ...of)
    port.postMessage({ id, value, url: window && location.href })
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

// Long enough to reach the page's own code from the depths of a library.
Error.stackTraceLimit = 50
const note = (fault: unknown): void => {
  if (leaving || !window || (ofPage.getStore() ?? pages) !== pages) return
  if (!(fault instanceof Error)) return tell({ event: 'fault', message: String(fault) })
  tell({ event: 'fault', message: `${fault.message}\n${fault.stack}` })
}
process.on('unhandledRejection', note)
process.on('uncaughtException', note)
