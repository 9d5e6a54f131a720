import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { PassShop } from './pass-shop.ts'

const BACKEND_URL = 'http://backend.test'
const HOUR_MS = 3_600_000

/** `deaf`: what the gate sends arrives, and the answer is lost. */
export type Network = 'on' | 'off' | 'deaf'

/** Counts the beginnings and ends of everything that happens in a schedule. */
export interface Turns {
  next(): number
}

type JudgeStore = typeof import('../../src/shop/gate/scans/judge.store.ts')
export type Judged = Exclude<Awaited<ReturnType<JudgeStore['judge']>>, 'again' | null>

/** A phone at a gate: the product's own code on a device of its own, whose network comes and goes. */
export class PassGate {
  readonly name: string
  readonly staff: string
  network: Network = 'on'
  /** The turn in which its newest list was asked for; 0 before. */
  listAsked = 0
  /** By scan: the turn after which the server had it. */
  readonly recorded = new Map<string, number>()
  turns: Turns = { next: () => 0 }
  readonly #shop: PassShop
  #code!: Awaited<ReturnType<typeof loadCode>>
  #eventId = ''

  private constructor(shop: PassShop, name: string, staff: string) {
    this.#shop = shop
    this.name = name
    this.staff = staff
  }

  static async open(shop: PassShop, name: string, staff: string): Promise<PassGate> {
    const gate = new PassGate(shop, name, staff)
    pretendNavigator()
    gate.#code = await loadCode()
    const { configureBackend, session } = gate.#code
    configureBackend({
      sessionStorage: session.sessionOnDevice,
      url: BACKEND_URL,
      key: 'test-key',
      fetch: (input, init) => gate.#fetch(input, init),
    })
    const signedIn = {
      ...{
        access_token: staff,
        refresh_token: 'none',
        expires_in: 86_400,
        local_expires_at: Date.now() + 24 * HOUR_MS,
      },
      user: { id: staff, email: `${staff}@storm.example`, user_metadata: { name } },
    }
    await session.sessionOnDevice.setItem('mehfil.session', JSON.stringify(signedIn))
    return gate
  }

  /** Begins an event with an empty device. */
  async begin(eventId: string, turns: Turns): Promise<void> {
    const store = await this.#code.store.openStore()
    for (const noun of ['gateScans', 'gateTickets', 'gateLists', 'gateNews'] as const) await store.table(noun).clear()
    this.#eventId = eventId
    this.turns = turns
    this.network = 'on'
    this.listAsked = 0
    this.recorded.clear()
  }

  /** As a round of `sync.store.ts`: sends scans, fetches the list and maybe the problems. Returns whether all came through. */
  round(withNews: boolean): Promise<boolean> {
    return here.run(this, async () => {
      const { outbox, lists, news } = this.#code
      const failure = await outbox.drainScans({ now: true })
      if (failure?.code === 'unreachable') return false
      const refreshed = await lists.refreshGateList(this.#eventId)
      if (!refreshed.ok) return false
      const heard = !withNews || (await news.refreshGateProblems(this.#eventId)).ok
      return heard && failure === null
    })
  }

  /** Sends scans without a round, as the app does soon after one. */
  async sends(): Promise<void> {
    await here.run(this, () => this.#code.outbox.drainScans({ now: true }))
  }

  /** The list becomes hours old, by its own clock. */
  async ages(): Promise<void> {
    const table = (await this.#code.store.openStore()).table('gateLists')
    for (const row of await table.all())
      if (row.listAt !== null) await table.put({ ...row, listAt: row.listAt - 3 * HOUR_MS })
  }

  /** The list becomes one from before the sale. */
  async forgetsTickets(): Promise<void> {
    await this.ages()
    await (await this.#code.store.openStore()).table('gateTickets').clear()
    this.listAsked = 0
  }

  hasList = async (): Promise<boolean> =>
    (await this.#code.keptLists.readGateLists()).some((row) => row.eventId === this.#eventId && row.listAt !== null)

  reads(text: string): Promise<Judged | null> {
    return here.run(this, async () => {
      const judged = await this.#code.judge.judge(
        { kind: 'text', text, typed: false },
        { ...this.#options(), last: null },
      )
      return judged === 'again' ? null : judged
    })
  }

  letIn(judged: Judged, seats: readonly string[]): ReturnType<JudgeStore['letIn']> {
    return here.run(this, () => this.#code.judge.letIn(judged, seats, this.#options()))
  }

  async undo(scanId: string): Promise<boolean> {
    return here.run(this, async () => (await this.#code.scans.undoScan(scanId, 'wrong person')) !== null)
  }

  admissible = (judged: Judged): { seats: readonly string[]; most: number } =>
    this.#code.decision.admissibleSeats(judged.decision)

  /** Every scan on the device. */
  scans = async () => (await this.#code.store.openStore()).table('gateScans').all()

  /** What it warns of. */
  news = async () => (await this.#code.store.openStore()).table('gateNews').all()

  /** How many are in, by its list. */
  listedAsIn = async (): Promise<number> =>
    (await this.#code.keptLists.readGateLists()).reduce((sum, row) => sum + row.admitted, 0)

  close = (): Promise<void> => this.#code.store.closeStore()

  #options() {
    return { gate: this.name, eventIds: [this.#eventId], practice: null }
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (this.network === 'off') throw new TypeError('fetch failed')
    const name = /\/rpc\/(\w+)/.exec(input instanceof Request ? input.url : String(input))?.[1] ?? ''
    const args = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>
    const begun = this.turns.next()
    const outcome = await this.#shop.call<unknown>(this.staff, name, args)
    const ended = this.turns.next()
    const scans = name === 'record_scans' ? (args.p_scans as { id: string }[]) : []
    if ('answer' in outcome) for (const { id } of scans) if (!this.recorded.has(id)) this.recorded.set(id, ended)
    // Only where the app does not ask again after a second.
    if (this.network === 'deaf' && name === 'record_scans') throw new TypeError('fetch failed')
    if (name === 'gate_roster' && 'answer' in outcome) this.listAsked = begun
    const headers = { 'content-type': 'application/json', date: new Date().toUTCString() }
    if ('answer' in outcome) return new Response(JSON.stringify(outcome.answer), { status: 200, headers })
    const { state, code, detail } = outcome.refusal
    const body = JSON.stringify({ code: state, message: code, details: detail, hint: '' })
    return new Response(body, { status: Number(state.slice(2)), headers })
  }
}

/** At which gate the running code works: all share one process, and its `navigator`. */
const here = new AsyncLocalStorage<PassGate>()

/** Without Web Locks, which would be one for all gates: each page's own queue takes their place. */
function pretendNavigator(): void {
  vi.stubGlobal('navigator', {
    get onLine() {
      return here.getStore()?.network !== 'off'
    },
  })
}

async function loadCode() {
  vi.resetModules()
  const { configureBackend } = await import('../../src/platform/supabase/client.ts')
  return {
    configureBackend,
    session: await import('../../src/shop/people/session.store.ts'),
    store: await import('../../src/shop/device/store.ts'),
    judge: await import('../../src/shop/gate/scans/judge.store.ts'),
    scans: await import('../../src/shop/gate/scans/scans.store.ts'),
    outbox: await import('../../src/shop/gate/scans/outbox.store.ts'),
    news: await import('../../src/shop/gate/scans/news.store.ts'),
    lists: await import('../../src/shop/gate/lists/refresh-list.store.ts'),
    keptLists: await import('../../src/shop/gate/lists/lists.store.ts'),
    decision: await import('../../src/shop/gate/decision.ts'),
  }
}
