import type { Failure } from '#platform/failure/failure.ts'
import { adoptSubmissions } from '#shop/orders/outbox/adopt-submissions.store.ts'
import { backoff } from '#platform/time/backoff.ts'
import { yieldToMain } from '#platform/device/yield-to-main.ts'
import { syncCatalogue } from '#shop/catalogue/catalogue-sync.store.ts'
import { serverOffset } from '#shop/gate/clock.store.ts'
import { wipeOverLists } from '#shop/gate/lists/wipe.store.ts'
import { sendMessages } from '#shop/enquiries/enquiries.store.ts'
import { drainOutbox, wakeOutbox, wakeWhenReachable } from '#shop/orders/outbox/outbox.store.ts'
import { eraseOthers, ownerIn, watchSession } from '#shop/people/session.store.ts'
import { onStoreSwap } from '#shop/device/store.ts'
import { updateSync } from './sync-state.store.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { syncWallet } from '#shop/tickets/wallet-sync.store.ts'
import { signal } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'

export { watchSync, type SyncState } from './sync-state.store.ts'

/** The catalogue is asked for changes this often while a page is open, in milliseconds. */
export const CATALOGUE_EVERY_MS = 5 * 60_000
/** Own tickets and payments this often. */
export const WALLET_EVERY_MS = 60_000
/** The same while a payment waits for its decision. */
export const WALLET_PENDING_EVERY_MS = 15_000
/** Coming back to the page within this long after a sync starts none. */
const FRESH_MS = 10_000

const arrivals = signal<MyTicket[]>()

/** Calls `listener` with tickets that arrived while the shop was open here. */
export const onTicketsArrived = (listener: (tickets: MyTicket[]) => void): (() => void) => arrivals.subscribe(listener)

let running: { catalogue: boolean; done: Promise<boolean> } | null = null

/** One round: catalogue, wallet, outbox; one at a time, and joined when it does what is asked. True when it worked. */
function round(what: { catalogue: boolean }): Promise<boolean> {
  if (running) return running.catalogue || !what.catalogue ? running.done : running.done.then(() => round(what))
  const done = (async () => {
    updateSync({ syncing: true })
    let failure: Failure | null = null
    try {
      const [catalogue, wallet] = await Promise.all([what.catalogue ? syncCatalogue() : null, syncWallet()])
      if (catalogue && !catalogue.ok) failure = catalogue.failure
      if (!wallet.ok) failure ??= wallet.failure
      else if (wallet.value.tickets.length > 0) arrivals.send(wallet.value.tickets)
    } finally {
      running = null
      updateSync({ syncing: false, failure })
    }
    // For the next start without a network.
    void serverOffset().catch(() => undefined)
    if (failure === null) {
      void drainOutbox()
      void sendMessages()
    }
    return failure === null
  })()
  running = { ...what, done }
  return done
}

/** Syncs everything now and resolves when done, whether it worked or not; watchSync() tells. */
export async function syncNow(): Promise<void> {
  // A round that is under way began before this call and may miss what it is asked for.
  await running?.done
  await round({ catalogue: true })
}

let started: (() => void) | null = null

/**
 * Starts keeping this page up to date: now, when the page is looked at again, when the browser says `online`, when
 * somebody signs in, and by a timer that backs off while the server is away. Called once by the app; calling it again
 * does nothing. Returns the way to stop.
 */
export function startSync(): () => void {
  return (started ??= begin())
}

function begin(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let lastCatalogue = 0
  let lastRound = 0
  let pending = false
  let stopped = false

  const run = async (catalogue: boolean) => {
    clearTimeout(timer)
    const now = Date.now()
    const isDue = now - lastCatalogue >= CATALOGUE_EVERY_MS || now < lastCatalogue
    // A server that was away may have been restored meanwhile, and be behind what is here.
    const withCatalogue = catalogue || isDue || failures > 0
    const worked = await round({ catalogue: withCatalogue })
    lastRound = Date.now()
    if (worked && withCatalogue) lastCatalogue = lastRound
    failures = worked ? 0 : failures + 1
    if (stopped) return
    const wait = failures > 0 ? backoff(failures) : pending ? WALLET_PENDING_EVERY_MS : WALLET_EVERY_MS
    clearTimeout(timer)
    // Nobody looks at a hidden page; it catches up when it is looked at again. What has to be sent does not wait.
    timer = setTimeout(() => void run(false), isHidden() ? Math.max(wait, WALLET_EVERY_MS) : jitter(wait))
  }
  const lookedAt = () => {
    if (!isHidden() && Date.now() - lastRound >= FRESH_MS) void run(false)
  }
  const online = () => {
    failures = 0
    void run(true)
    void wakeOutbox()
  }

  const stopPending = watch(async (store) => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('payments').where('ownerId', [ownerId])
    return rows.some((row) => row.status === 'pending')
  }).subscribe((value) => {
    pending = value
  })
  let person: string | null | undefined
  const stopPerson = watchSession().subscribe(({ session, ended }) => {
    const next = session?.user.id ?? null
    if (next === person) return
    const first = person === undefined
    person = next
    // At every start and at every change of person: nobody finds a trace of somebody else. After a session that the
    // server ended nobody else has come yet: what is there stays, unseen, for the same person's next sign-in.
    if (!ended) void adoptSubmissions().then(() => eraseOthers(next))
    if (!first && next !== null) void syncWallet().then(wakeOutbox)
  })
  // Another store may be an empty one (deleted in the browser's settings): it is filled at once. A round under way
  // still writes to the one before.
  const refill = () => void (running?.done ?? Promise.resolve()).then(() => run(true))
  const stopRefilling = onStoreSwap(refill)
  const stopWaking = wakeWhenReachable()
  globalThis.addEventListener?.('online', online)
  globalThis.addEventListener?.('focus', lookedAt)
  globalThis.document?.addEventListener('visibilitychange', lookedAt)
  const work = [() => run(true), wakeOutbox, () => wipeOverLists().catch(() => undefined)]
  void (async () => {
    for (const one of work) {
      await yieldToMain()
      if (stopped) return
      void one()
    }
  })()

  return () => {
    stopped = true
    started = null
    clearTimeout(timer)
    stopPending()
    stopPerson()
    stopRefilling()
    stopWaking()
    globalThis.removeEventListener?.('online', online)
    globalThis.removeEventListener?.('focus', lookedAt)
    globalThis.document?.removeEventListener('visibilitychange', lookedAt)
  }
}

const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden'

/** A tenth earlier or later, so that tabs and devices that started together drift apart. */
const jitter = (wait: number): number => wait * (0.9 + 0.2 * Math.random())
