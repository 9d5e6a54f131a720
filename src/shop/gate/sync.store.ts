import { reportGateDevice } from './gate-watch.api.ts'
import { needsSignIn, type Failure } from '#platform/failure/failure.ts'
import { backoff } from '#platform/time/backoff.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { refreshCounters } from './lists/counts.store.ts'
import { readGateLists } from './lists/lists.store.ts'
import { refreshGateList } from './lists/refresh-list.store.ts'
import { refreshGateProblems } from './scans/news.store.ts'
import { drainScans, tryRefusedAgain } from './scans/outbox.store.ts'
import { gateDevice, readGateSetup, serverOffset } from './setup.store.ts'
import { deleteExpiredLists } from './lists/wipe.store.ts'
import { countUnsentScans } from './scans/settle-scans.store.ts'
import { owner } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Observable } from '#platform/observable/observable.ts'

/** An open gate fetches changes this often, milliseconds. */
export const GATE_EVERY_MS = 8_000
const COUNTERS_EVERY_ROUNDS = 2
/** Delay between a scan and sending it, milliseconds: fast scans form one batch. */
const SOON_MS = 400

export interface GateSyncState {
  failure: Failure | null
  needsSignIn: boolean
  /** Server time minus device time, milliseconds; null when unknown. */
  clockOffset: number | null
}

/** One of each loop that runs. */
const soon = new Set<() => void>()

/** Sends new scans soon instead of with the next round. */
export const sendScansSoon = (): void => soon.forEach((send) => send())

/** Sends scans and fetches lists, problems and counters while subscribed. Emits the state of each of its rounds. */
export const gateSync = (): Observable<GateSyncState> => ({
  subscribe(next) {
    let rounds = 0
    next({ failure: null, needsSignIn: false, clockOffset: null })
    return repeatRounds(
      () => gateRound(rounds++ % COUNTERS_EVERY_ROUNDS === 0),
      (failure, clockOffset) => next({ failure, needsSignIn: failure !== null && needsSignIn(failure), clockOffset }),
    )
  },
})

export const startScanSending = (): (() => void) => repeatRounds(() => drainScans())

/** Repeats `work`, at once when the network returns or the page becomes visible, with backoff while it fails. */
function repeatRounds(
  work: () => Promise<Failure | null>,
  done?: (failure: Failure | null, clockOffset: number | null) => void,
): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let soonTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let running = false
  let first = true
  let reached: boolean | null = null

  const round = async (): Promise<void> => {
    if (running || stopped) return
    running = true
    clearTimeout(timer)
    if (first) await tryRefusedAgain()
    first = false
    const failure = await work().catch((error: unknown): Failure => ({ code: 'storage', message: String(error) }))
    running = false
    failures = failure ? failures + 1 : 0
    const clockOffset = await serverOffset().catch(() => null)
    if (stopped) return
    done?.(failure, clockOffset)
    const wait = failure ? Math.max(backoff(failures), SOON_MS) : GATE_EVERY_MS * (0.9 + 0.2 * Math.random())
    timer = setTimeout(() => void round(), wait)
  }
  const now = (): void => {
    failures = 0
    void round()
  }
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') now()
  }
  const sendSoon = (): void => {
    if (failures > 0) return
    soonTimer ??= setTimeout(() => {
      soonTimer = undefined
      if (!stopped) void drainScans()
    }, SOON_MS)
  }
  soon.add(sendSoon)
  const stopReach = watchReachable().subscribe((value) => {
    if (value && reached === false) now()
    reached = value
  })
  globalThis.addEventListener?.('online', now)
  globalThis.document?.addEventListener('visibilitychange', onVisible)
  void round()
  return () => {
    stopped = true
    soon.delete(sendSoon)
    clearTimeout(timer)
    clearTimeout(soonTimer)
    stopReach()
    globalThis.removeEventListener?.('online', now)
    globalThis.document?.removeEventListener('visibilitychange', onVisible)
  }
}

/** A failed connection or sign-in ends the round; other failures do not stop the rest. */
async function gateRound(counts: boolean): Promise<Failure | null> {
  await deleteExpiredLists()
  let failure = await drainScans()
  if (failure && (needsSignIn(failure) || failure.code === 'unreachable')) return failure
  const setup = await readGateSetup()
  if (!setup) return failure
  const lists = (await readGateLists()).filter((list) => setup.eventIds.includes(list.eventId))
  for (const list of lists) {
    const refreshed = await refreshGateList(list.eventId)
    if (!refreshed.ok) failure ??= refreshed.failure
    if (!refreshed.ok && (needsSignIn(refreshed.failure) || refreshed.failure.code === 'unreachable')) return failure
    const news = await refreshGateProblems(list.eventId)
    if (!news.ok) failure ??= news.failure
    if (counts) {
      await report(list.eventId, setup.gate, list.listAt)
      const counters = await refreshCounters(list.eventId)
      if (!counters.ok) failure ??= counters.failure
    }
  }
  return failure
}

async function report(eventId: string, gate: string, rosterAt: number | null): Promise<void> {
  const ownerId = await owner()
  if (ownerId === null) return
  await reportGateDevice({
    eventId,
    device: await gateDevice(),
    gate,
    waiting: await countUnsentScans(await openStore(), ownerId),
    rosterAt,
  })
}
