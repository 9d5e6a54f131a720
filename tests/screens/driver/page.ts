import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Locator, given, type File } from './locator.ts'
import { Network } from './network.ts'
import type { Event, Opening, StoredDatabase } from './page/worker.ts'
import type { Size } from './page/window.ts'
import { Thread } from './thread.ts'
import { until } from './until.ts'

export interface ContextOptions {
  baseURL: string
  viewport?: Size
  hasTouch?: boolean
  /** What the browser asks for first: 'mr-IN'. */
  locale?: string
  storageState?: { origins: { localStorage: { name: string; value: string }[]; indexedDB?: StoredDatabase[] }[] }
}

const DESK: Size = { width: 1280, height: 800 }

type Listener = (about: never) => void

/** Runs in the page before its own code. */
function describeDevice(facts: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(navigator, name, { configurable: true, value })
}

/** One person's browser, with a single page. */
export class Context {
  readonly network = new Network()
  readonly options: ContextOptions
  readonly scripts: Opening['scripts'] = []
  readonly exposed = new Map<string, (...of: unknown[]) => unknown>()
  readonly #listeners: { event: string; listener: Listener }[] = []
  #page: Page | undefined

  constructor(options: ContextOptions) {
    this.options = options
    const { locale, hasTouch } = options
    this.scripts.push([String(describeDevice), { languages: [locale ?? 'en-IN'], maxTouchPoints: hasTouch ? 1 : 0 }])
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push({ event, listener })
  }

  tell(event: Event): void {
    const about = { fault: 'weberror', console: 'console' }[event.event as 'fault' | 'console']
    for (const { event: wanted, listener } of this.#listeners)
      if (wanted === about && 'message' in event)
        (listener as (about: object) => void)({ error: () => event.message, text: () => event.message })
  }

  async newPage(): Promise<Page> {
    if (this.#page) throw new Error('A browser has one page here: a story of two tabs needs a real one.')
    this.#page = new Page(this)
    for (const database of this.options.storageState?.origins[0]?.indexedDB ?? []) await this.#page.restore(database)
    return this.#page
  }

  pages = (): Page[] => (this.#page ? [this.#page] : [])
  addInitScript = async (script: (argument: never) => void, argument?: unknown): Promise<void> =>
    void this.scripts.push([String(script), argument])
  exposeFunction = async (name: string, work: (...of: unknown[]) => unknown): Promise<void> =>
    void this.exposed.set(name, work)
  route = async (...of: Parameters<Network['route']>): Promise<void> => this.network.route(...of)
  unroute = async (...of: Parameters<Network['unroute']>): Promise<void> => this.network.unroute(...of)
  grantPermissions = async (): Promise<void> => undefined
  setDefaultTimeout = (): void => undefined

  async setOffline(offline: boolean): Promise<void> {
    this.network.offline = offline
    await this.#page?.setOffline(offline)
  }

  close = async (): Promise<void> => this.#page?.close()
}

async function saved(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'mehfil-download-')), name)
  await writeFile(path, bytes)
  return path
}

/** What a page tells once: a file that it saves, or one that it asks for. */
type Once = { suggestedFilename(): string; path(): Promise<string> } | { setFiles(files: File | File[]): Promise<void> }

export class Page {
  readonly #context: Context
  readonly #thread = Thread.take()
  readonly #root = new Locator(() => this.#thread, '')
  #size: Size
  #storage: Opening['storage'] = { local: [], session: [] }

  constructor(context: Context) {
    this.#context = context
    this.#size = context.options.viewport ?? DESK
    const [state] = context.options.storageState?.origins ?? []
    this.#storage.local = (state?.localStorage ?? []).map(({ name, value }) => [name, value])
    this.#thread.listeners.add((event) => context.tell(event))
    this.#thread.answer = (asks, of) =>
      asks === 'route'
        ? context.network.decide(of[0] as never)
        : context.exposed.get(asks.replace('exposed ', ''))?.(...of)
  }

  locator = this.#root.locator
  getByRole = this.#root.getByRole
  getByLabel = this.#root.getByLabel
  getByText = this.#root.getByText
  getByTitle = this.#root.getByTitle
  getByAltText = this.#root.getByAltText
  getByPlaceholder = this.#root.getByPlaceholder
  keyboard = {
    press: (keys: string) => this.#thread.call('press', keys),
    type: (text: string) => this.locator(':focus').pressSequentially(text),
  }
  /** The page's clock goes on as before, from a later time; what waits goes on waiting. */
  clock = {
    install: async (): Promise<void> => undefined,
    fastForward: (time: string) => this.#thread.call('later', time),
  }
  context = (): Context => this.#context
  viewportSize = (): Size => this.#size
  restore = (database: StoredDatabase) => this.#thread.call('restore', database)
  route = (...of: Parameters<Network['route']>): Promise<void> => this.#context.route(...of)
  unroute = (...of: Parameters<Network['unroute']>): Promise<void> => this.#context.unroute(...of)
  addInitScript = (script: (argument: never) => void, argument?: unknown): Promise<void> =>
    this.#context.addInitScript(script, argument)
  exposeFunction = (name: string, work: (...of: unknown[]) => unknown): Promise<void> =>
    this.#context.exposeFunction(name, work)
  evaluate = <R, A>(work: (argument: A) => R, argument?: A): Promise<R> =>
    this.#thread.call('evaluate', String(work), argument) as Promise<R>
  title = () => this.#thread.call('title')
  url = (): string => this.#thread.url
  bringToFront = async (): Promise<void> => undefined
  setOffline = (offline: boolean) => this.#thread.call('offline', offline)
  emulateMedia = async (): Promise<void> => undefined

  async setViewportSize(size: Size): Promise<void> {
    this.#size = size
    await this.#thread.call('resize', size)
  }

  lookAtAddress = (): Promise<string> => this.#thread.call('url')

  /** Opens an address as if it had been typed: all code starts anew; what the device stored is there. */
  async goto(path: string): Promise<void> {
    const url = new URL(path, this.#context.options.baseURL).href
    const kept = await this.#thread.call('storage')
    if (kept.local.length + kept.session.length > 0) this.#storage = kept
    if (path === 'about:blank') return this.#thread.call('leave')
    await this.#thread.call('open', {
      url,
      size: this.#size,
      storage: this.#storage,
      scripts: this.#context.scripts,
      exposed: [...this.#context.exposed.keys()],
      offline: this.#context.network.offline,
    } satisfies Opening)
    await until(
      async () => (await this.locator('#root > *').count()) > 0 || undefined,
      () => 'The page stays empty',
    )
  }

  reload = async (): Promise<void> => this.goto(await this.lookAtAddress())
  goBack = (): Promise<void> => this.#step(-1)
  goForward = (): Promise<void> => this.#step(1)

  async #step(by: number): Promise<void> {
    await this.#thread.call('step', by)
  }

  async waitForURL(wanted: string | RegExp | ((url: URL) => boolean)): Promise<void> {
    const is = (url: URL): boolean => {
      if (typeof wanted === 'function') return wanted(url)
      return typeof wanted === 'string' ? url.pathname === wanted : wanted.test(url.href)
    }
    await until(
      async () => is(new URL(await this.lookAtAddress())) || undefined,
      () => `The address is ${this.url()}`,
    )
  }

  waitForEvent(wanted: 'download' | 'filechooser'): Promise<Once> {
    return new Promise((resolve) => {
      const listener = (event: Event): void => {
        if (event.event !== wanted) return
        this.#thread.listeners.delete(listener)
        if (event.event === 'download')
          resolve({ suggestedFilename: () => event.name, path: () => saved(event.name, event.bytes) })
        else resolve({ setFiles: (files) => this.#thread.call('choose', event.number, given(files)) })
      }
      this.#thread.listeners.add(listener)
    })
  }

  /** The next answer of the server to such a request. */
  waitForResponse(wanted: RegExp): Promise<{ ok(): boolean; status(): number }> {
    const { network } = this.#context
    return new Promise((resolve) => {
      network.route(wanted, async (route) => {
        network.unroute(wanted)
        const response = await route.fetch()
        await route.fulfill({ response })
        resolve({ ok: () => response.ok, status: () => response.status })
      })
    })
  }

  close = (): Promise<void> => this.#thread.end()
}
