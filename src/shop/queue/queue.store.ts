import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { ownerIn, queuesKey } from '#shop/people/session.store.ts'
import { enterQueue, readMyEntry, readQueueList, readQueuePlace, readQueueState } from './queue.api.ts'
import { newerEntry, newerState, type QueueEntry, type QueueState } from './queue.ts'

/** An account's entry, with the last state of its queue that this device knows. */
interface MyQueue {
  entry: QueueEntry
  state: QueueState | null
}

/** What the device keeps of an account, by event. */
type MyQueues = Record<string, MyQueue>

/** After the event entries go on the server, too. */
const KEPT_MS = 120 * 86_400_000

/** Emits the signed-in person's entry in an event's queue; null without one, and for visitors. */
export const watchMyQueue = (eventId: string): Observable<MyQueue | null> =>
  watch(async (store) => {
    const ownerId = await ownerIn(store)
    return ownerId === null ? null : ((await queuesOf(store, ownerId))[eventId] ?? null)
  })

/** `mine` is null for visitors and without an entry; `state` is null without a queue. */
export interface KnownQueue {
  state: QueueState | null
  mine: MyQueue | null
}

/** Reads an event's queue and, once it is drawn, this account's place. */
export const refreshQueue = (eventId: string): Promise<Result<KnownQueue>> =>
  attempt(async (): Promise<Result<KnownQueue>> => {
    const answer = await readQueueState(eventId)
    if (!answer.ok) return answer
    const state = answer.value
    if (!state) return ok({ state, mine: null })
    let mine = await keep(eventId, (own) => own && { ...own, state: newerState(own.state, state) })
    if (mine && mine.entry.place === null && state.drawnAt !== null) {
      const place = await readQueuePlace(eventId, mine.entry.code)
      // A failure is left to the next question.
      if (place.ok && place.value !== null) mine = await keepEntry(eventId, { ...mine.entry, place: place.value })
    }
    return ok({ state, mine })
  })

/** Joins a queue and keeps the entry; refusals of enterQueue. */
export const joinQueue = (eventId: string): Promise<Result<QueueEntry>> =>
  attempt(async () => {
    const asked = await signedIn()
    if (asked === null) return failed('not_signed_in')
    const joined = await enterQueue(eventId)
    if (joined.ok) await keepEntry(eventId, joined.value, asked)
    return joined
  })

/** Reads the entry that this account made on another device, or that this one has lost. */
export const findMyEntry = (eventId: string): Promise<Result<QueueEntry | null>> =>
  attempt(async () => {
    const asked = await signedIn()
    if (asked === null) return ok(null)
    const found = await readMyEntry(eventId)
    if (found.ok && found.value) await keepEntry(eventId, found.value, asked)
    return found
  })

/** The list of codes that are drawn, as text; null before it is closed. */
export const readDrawList = (eventId: string): Promise<Result<string | null>> => attempt(() => readQueueList(eventId))

const signedIn = async (): Promise<string | null> => ownerIn(await openStore())

const keepEntry = (eventId: string, entry: QueueEntry, ownerId?: string): Promise<MyQueue | null> =>
  keep(eventId, (own) => ({ entry: newerEntry(own?.entry, entry), state: own?.state ?? null }), ownerId)

/** What a full device refused to store, by account; it lasts as long as the page. */
const unkept = new Map<string, MyQueues>()

/** Changes what is kept of an event's queue; `ownerId`: only while this account is signed in. Returns what is kept now. */
async function keep(
  eventId: string,
  change: (own: MyQueue | null) => MyQueue | null,
  ownerId?: string,
): Promise<MyQueue | null> {
  const store = await openStore()
  let made = null as { owner: string; next: MyQueue } | null
  try {
    await store.transact(['meta', 'session'], async () => {
      const owner = await ownerIn(store)
      if (owner === null || (ownerId !== undefined && owner !== ownerId)) return
      const all = await queuesOf(store, owner)
      const next = change(all[eventId] ?? null)
      if (!next) return
      made = { owner, next }
      const young = Object.entries(all).filter(([, { entry }]) => Date.now() - Date.parse(entry.joinedAt) < KEPT_MS)
      const value: MyQueues = { ...Object.fromEntries(young), [eventId]: next }
      await store.table('meta').put({ key: queuesKey(owner), value })
      unkept.delete(owner)
    })
  } catch (error) {
    // The place is on the server, too: what the device cannot store, the page shows.
    if (made === null) throw error
    unkept.set(made.owner, { ...unkept.get(made.owner), [eventId]: made.next })
  }
  return made?.next ?? null
}

const queuesOf = (store: Store, ownerId: string): Promise<MyQueues> =>
  store
    .table('meta')
    .get(queuesKey(ownerId))
    .then((row) => ({ ...(row?.value as MyQueues | undefined), ...unkept.get(ownerId) }))
