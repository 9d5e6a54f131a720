import { gateKeys, rosterPage } from '../gate.api.ts'
import type { GateAssignment, RosterPage } from './roster-rows.ts'
import { attempt } from '#platform/failure/attempt.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import { failed, ok, type Failure, type Result } from '#platform/failure/failure.ts'
import { assignment } from './assignments.store.ts'
import { listsIn } from './lists.store.ts'
import { ticketRow, withTicket } from './roster.ts'
import type { GateListRow } from '../gate-rows.ts'
import { takeNumber } from '../scans/outbox.store.ts'
import { settleScans } from '../scans/settle-scans.store.ts'
import { removeGateLists } from './wipe.store.ts'
import { owner, ownerIn } from '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'

/** Refetch keys older than this: one may have been withdrawn. */
const KEYS_EVERY_MS = 5 * 60_000
/** Tickets of one transaction. */
const STORED_AT_ONCE = 1_000

const running = new Map<string, Promise<Result<null>>>()
const keysAt = new Map<string, number>()

/** Fetches keys and list; concurrent calls join. Fails with gate_closed, forbidden or not_found (deletes the list). */
export function refreshGateList(eventId: string, options: { keys?: boolean } = {}): Promise<Result<null>> {
  const before = running.get(eventId)
  if (before && !options.keys) return before
  const work = (before ?? Promise.resolve())
    .then(() => attempt(() => withLock(`mehfil.gate-list.${eventId}`, () => fetchList(eventId, options.keys ?? false))))
    .finally(() => {
      if (running.get(eventId) === work) running.delete(eventId)
    })
  running.set(eventId, work)
  return work
}

async function fetchList(eventId: string, freshKeys: boolean): Promise<Result<null>> {
  const store = await openStore()
  const ownerId = await owner()
  if (ownerId === null) return failed('signed_out')
  // Taken before the request: the list contains everything answered until now.
  const asked = await takeNumber(store)
  let list = (await listsIn(store)).find((row) => row.eventId === eventId) ?? null
  const started = Date.now()
  // Math.abs: a clock that was set back must not stop the refresh of keys.
  if (!list || freshKeys || Math.abs(started - (keysAt.get(eventId) ?? 0)) > KEYS_EVERY_MS) {
    const keys = await gateKeys(eventId)
    if (!keys.ok) return refused(eventId, keys.failure)
    keysAt.set(eventId, started)
    const known = await assignment(store, eventId)
    const handed = {
      eventId,
      keys: [...keys.value.keys].map(([number, publicKey]) => ({ number, publicKey })),
      withdrawn: keys.value.withdrawn,
      closesAt: keys.value.closesAt,
    }
    list = await keep(store, ownerId, handed, list ? null : newList(eventId, ownerId, known))
    if (!list) return failed('signed_out')
  }
  const whole = list.since === null
  const problem = await pull(store, ownerId, list, asked)
  if (problem) return problem
  const complete = whole ? (await listsIn(store)).find((row) => row.eventId === eventId) : null
  if (complete) {
    const missed = await pull(store, ownerId, complete, asked)
    if (missed) return missed
  }
  await settleScans(store, eventId, asked)
  return ok(null)
}

/** Fetches all pages of the roster or of changes. Returns the failure that stopped it, or null. */
async function pull(store: Store, ownerId: string, list: GateListRow, asked: number): Promise<Result<null> | null> {
  const { eventId } = list
  const full = list.since === null
  // The next delta starts where the download began; an interrupted one resumes at its last page.
  let download = full ? list.download : null
  for (;;) {
    const page = await rosterPage(eventId, download?.after ?? null, list.since)
    if (!page.ok) return refused(eventId, page.failure)
    for (const part of partsOf(page.value)) {
      download = {
        after: part.next,
        since: download?.since ?? part.nextSince,
        at: download?.at ?? part.at,
        loaded: (download?.loaded ?? 0) + part.tickets.length,
        total: download?.total ?? part.total,
      }
      const last = download.after === null
      const progress: Partial<GateListRow> = full ? { download: last ? null : download } : {}
      const done: Partial<GateListRow> = last ? { since: download.since, listAt: download.at } : {}
      const stored = await storePage(store, ownerId, eventId, part, { ...progress, ...done, asked })
      if (stored === 'gone') return failed('signed_out')
      if (stored === 'older') return failed('changed_meanwhile')
      if (last) return null
    }
  }
}

/** Cuts a page into parts that are stored one by one, so that a scan waits for no more; each is a page that ends sooner. */
function* partsOf(page: RosterPage): Generator<RosterPage> {
  const { tickets } = page
  for (let from = 0; from === 0 || from < tickets.length; from += STORED_AT_ONCE) {
    const some = tickets.slice(from, from + STORED_AT_ONCE)
    const isLast = from + STORED_AT_ONCE >= tickets.length
    yield { ...page, tickets: some, gone: isLast ? page.gone : [], next: isLast ? page.next : some.at(-1)!.id }
  }
}

async function refused(eventId: string, failure: Failure): Promise<Result<null>> {
  if (failure.code === 'forbidden' || failure.code === 'not_found') await removeGateLists([eventId])
  return { ok: false, failure }
}

const newList = (eventId: string, ownerId: string, known: GateAssignment | null): GateListRow => ({
  eventId,
  ownerId,
  event: known
    ? { id: eventId, name: known.name, date: known.date, status: known.status }
    : { id: eventId, name: '', date: new Date(0).toISOString(), status: 'scheduled' },
  city: known?.city ?? '',
  venue: known?.venue ?? '',
  closesAt: known?.closesAt ?? 0,
  categories: {},
  keys: [],
  withdrawn: [],
  listAt: null,
  asked: 0,
  since: null,
  download: null,
  tickets: 0,
  bytes: 0,
  expected: 0,
  admitted: 0,
})

/** Saves the keys, creating the list from `made`. Null when the user has changed or the list was deleted. */
function keep(
  store: Store,
  ownerId: string,
  handed: Pick<GateListRow, 'eventId' | 'keys' | 'withdrawn' | 'closesAt'>,
  made: GateListRow | null,
): Promise<GateListRow | null> {
  const { eventId } = handed
  return store.transact(['gateLists', 'session'], async () => {
    if ((await ownerIn(store)) !== ownerId) return null
    const found = await store.table('gateLists').get(eventId)
    const before = found?.ownerId === ownerId ? found : made
    if (!before) return null
    const list = { ...before, ...handed }
    await store.table('gateLists').put(list)
    return list
  })
}

/** Saves a part of a page and its sums in one transaction, unless the user has changed or newer rows are stored. */
function storePage(
  store: Store,
  ownerId: string,
  eventId: string,
  page: RosterPage,
  patch: Partial<GateListRow> & { asked: number },
): Promise<'stored' | 'older' | 'gone'> {
  return store.transact(['gateLists', 'gateTickets', 'session'], async () => {
    if ((await ownerIn(store)) !== ownerId) return 'gone'
    const before = await store.table('gateLists').get(eventId)
    if (!before || before.ownerId !== ownerId) return 'gone'
    if (before.asked > patch.asked) return 'older'
    let list: GateListRow = { ...before, event: page.event, categories: page.categories, ...patch }
    const ids = [...page.tickets.map((ticket) => ticket.id), ...page.gone]
    const known = new Map((await store.table('gateTickets').getMany(ids)).map((row) => [row.id, row]))
    for (const ticket of page.tickets) {
      list = withTicket(list, known.get(ticket.id) ?? null, ticket)
      known.delete(ticket.id)
    }
    for (const id of page.gone) list = withTicket(list, known.get(id) ?? null, null)
    await store.table('gateTickets').remove(page.gone)
    await store.table('gateTickets').putAll(page.tickets.map((ticket) => ticketRow(ticket, patch.asked)))
    await store.table('gateLists').put(list)
    return 'stored'
  })
}
