import type { Failure } from '#platform/failure/failure.ts'
import { adoptSubmissions } from '#shop/orders/outbox/adopt-submissions.store.ts'
import { backoff } from '#platform/time/backoff.ts'
import { yieldToMain } from '#platform/device/yield-to-main.ts'
import { syncCatalogue } from '#shop/catalogue/catalogue-sync.store.ts'
import { serverOffset } from '#shop/gate/clock.store.ts'
import { deleteExpiredLists } from '#shop/gate/lists/wipe.store.ts'
import { sendMessages } from '#shop/enquiries/enquiries.store.ts'
import { settleReceivedOrders } from '#shop/orders/received-orders.store.ts'
import { drainOutbox, wakeOutbox, wakeWhenReachable } from '#shop/orders/outbox/outbox.store.ts'
import { eraseOthers, ownerIn, watchSession } from '#shop/people/session.store.ts'
import { onStoreReplaced } from '#shop/device/store.ts'
import { updateSync } from './sync-state.store.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { syncWallet } from '#shop/tickets/wallet-sync.store.ts'
import { signal } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'
import { isDecided } from '#shop/payments/payment.ts'

export { watchSync, type SyncState } from './sync-state.store.ts'

/** Milliseconds between syncs while a page is open. */
export const CATALOGUE_EVERY_MS = 5 * 60_000
export const WALLET_EVERY_MS = 60_000
/** While a payment is pending. */
export const WALLET_PENDING_EVERY_MS = 15_000
/** Focusing the page this soon after a sync (ms) starts none. */
const FRESH_MS = 10_000

const arrivals = signal<MyTicket[]>()

export const onTicketsArrived = (listener: (tickets: MyTicket[]) => void): (() => void) => arrivals.subscribe(listener)

let running: { catalogue: boolean; done: Promise<boolean> } | null = null

/** Syncs catalogue, wallet and outbox, one round at a time; joins a running round that does enough. True on success. */
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
    // Stores the offset for the next start without a network.
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

/** Syncs everything and resolves when done, successful or not; see watchSync(). */
export async function syncNow(): Promise<void> {
  // A running round may have read before the change that this call is about.
  await running?.done
  await round({ catalogue: true })
}

let endFirst: () => void
/** Resolves when the first sync since the page was opened has ended, successful or not. */
export const firstRound = new Promise<void>((resolve) => (endFirst = resolve))

let started: (() => void) | null = null

/** Syncs at start, on focus, `online` and sign-in, and by a timer that backs off. Returns the function to stop it. */
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
    // A server that was away may have been restored to an earlier state.
    const withCatalogue = catalogue || isDue || failures > 0
    const worked = await round({ catalogue: withCatalogue })
    endFirst()
    lastRound = Date.now()
    if (worked && withCatalogue) lastCatalogue = lastRound
    failures = worked ? 0 : failures + 1
    if (stopped) return
    const wait = failures > 0 ? backoff(failures) : pending ? WALLET_PENDING_EVERY_MS : WALLET_EVERY_MS
    clearTimeout(timer)
    // A hidden page syncs at most every minute, and again when it is shown.
    timer = setTimeout(() => void run(false), isHidden() ? Math.max(wait, WALLET_EVERY_MS) : jitter(wait))
  }
  const onVisible = () => {
    if (!isHidden() && Date.now() - lastRound >= FRESH_MS) void run(false)
  }
  const onOnline = () => {
    failures = 0
    void run(true)
    void wakeOutbox()
  }

  const stopPending = watch(async (store) => {
    const ownerId = await ownerIn(store)
    const rows = ownerId === null ? [] : await store.table('payments').where('ownerId', [ownerId])
    return rows.some((row) => !isDecided(row.status))
  }).subscribe((value) => {
    pending = value
  })
  const stopSettling = settleReceivedOrders()
  let person: string | null | undefined
  const stopPerson = watchSession().subscribe(({ session, ended }) => {
    const next = session?.user.id ?? null
    if (next === person) return
    const first = person === undefined
    person = next
    // Erases other accounts' rows; those of a session that the server ended stay for its account's next sign-in.
    if (!ended) void adoptSubmissions().then(() => eraseOthers(next))
    if (!first && next !== null) void syncWallet().then(wakeOutbox)
  })
  // A new store may be empty (site data deleted). A running round still writes to the old one.
  const refill = () => void (running?.done ?? Promise.resolve()).then(() => run(true))
  const stopRefilling = onStoreReplaced(refill)
  const stopWaking = wakeWhenReachable()
  globalThis.addEventListener?.('online', onOnline)
  globalThis.addEventListener?.('focus', onVisible)
  globalThis.document?.addEventListener('visibilitychange', onVisible)
  const work = [() => run(true), wakeOutbox, () => deleteExpiredLists().catch(() => undefined)]
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
    stopSettling()
    stopPerson()
    stopRefilling()
    stopWaking()
    globalThis.removeEventListener?.('online', onOnline)
    globalThis.removeEventListener?.('focus', onVisible)
    globalThis.document?.removeEventListener('visibilitychange', onVisible)
  }
}

const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden'

/** Varies by a tenth, so that tabs and devices that started together drift apart. */
const jitter = (wait: number): number => wait * (0.9 + 0.2 * Math.random())
