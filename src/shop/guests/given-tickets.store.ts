import { attempt } from '#platform/failure/attempt.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { withLock } from '#platform/device/lock/lock.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { withSections } from '#shop/catalogue/section-names.store.ts'
import { watch } from '#shop/device/observable.ts'
import '#shop/people/session.store.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { askForTicketKeeping } from '#shop/tickets/persist-tickets.store.ts'
import { withEvents } from '#shop/tickets/wallet.store.ts'
import { newDeviceId, type GivenTicket, type GivenTicketRow, type TicketLink } from './ticket-link.ts'
import { openTicketLink, peekTicketLink, takenOverAt } from './ticket-link.api.ts'

const DEVICE_KEY = 'ticketDevice'
const CHECK_LOCK = 'mehfil.given-tickets'
/** A ticket is asked about until this long after the start. */
const CHECKED_AFTER_START_MS = 24 * 3_600_000
/** A ticket stays on the device until this long after the start: others may use the device, and it has a name. */
const KEPT_AFTER_START_MS = 60 * 24 * 3_600_000

/** Emits the tickets, the next concert first. Rows of this table have no owner: signing in or out leaves them. */
export function watchGivenTickets(): Observable<GivenTicket[]> {
  return watch(async (store) => {
    const tickets = await whole(store, await store.table('givenTickets').all())
    return tickets.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1))
  })
}

/** Emits a ticket; null for one that no link opened here. */
export function watchGivenTicket(id: string): Observable<GivenTicket | null> {
  return watch(async (store) => {
    const row = await store.table('givenTickets').get(id)
    return row ? ((await whole(store, [row]))[0] ?? null) : null
  })
}

async function whole(store: Store, rows: GivenTicketRow[]): Promise<GivenTicket[]> {
  const known = rows.map(({ secret: _secret, checkedAt: _at, linkEnded: _ended, ...ticket }) => ticket)
  return withEvents(store, await withSections(store, known))
}

/** Returns what a link leads to: its tickets if this device has them, also offline, else the server's answer. */
export const readLink = (secret: string): Promise<Result<GivenTicket[] | TicketLink>> =>
  attempt<GivenTicket[] | TicketLink>(async () => {
    const store = await openStore()
    const kept = await whole(store, await store.table('givenTickets').where('secret', [secret]))
    if (kept.length > 0) return ok(kept)
    const link = await peekTicketLink(secret)
    // Opened here, and the answer was lost on the way.
    if (link.ok && link.value.state === 'opened' && (await store.table('meta').get(DEVICE_KEY))) {
      const again = await openLink(secret)
      if (again.ok) return again
    }
    return link
  })

/** Opens a link and keeps its tickets on this device. `name`: of who takes over a pass. Repeatable when the answer was lost; refusals of openTicketLink. */
export const openLink = (secret: string, name = ''): Promise<Result<GivenTicket[]>> =>
  attempt(async () => {
    const store = await openStore()
    // Kept before it is sent: an answer lost on the way is asked for by the same device.
    const answer = await openTicketLink(secret, await deviceOfLinks(store), name)
    if (!answer.ok) return answer
    if (answer.value.length === 0) return failed('not_found')
    await keep(store, secret, answer.value)
    askForTicketKeeping()
    return answer
  })

/** Returns the secret by which the server recognises this device when it opens links. */
export const deviceOfLinks = (store: Store): Promise<string> =>
  store.transact(['meta'], async () => {
    const known = (await store.table('meta').get(DEVICE_KEY))?.value
    if (typeof known === 'string') return known
    const value = newDeviceId()
    await store.table('meta').put({ key: DEVICE_KEY, value })
    return value
  })

const keep = (store: Store, secret: string, tickets: readonly GivenTicket[]): Promise<void> =>
  store.transact(['givenTickets'], () =>
    store
      .table('givenTickets')
      .putAll(tickets.map((ticket) => ({ ...ticket, secret, checkedAt: Date.now(), linkEnded: false }))),
  )

/** Asks about every coming ticket: revoked, new seats, moved, taken over. Offline it only removes those of long ago. */
export const checkGivenTickets = (now = Date.now()): Promise<Result<null>> =>
  attempt(() =>
    withLock(CHECK_LOCK, async () => {
      const store = await openStore()
      // With the new date of an event that was moved.
      const all = await withEvents(store, await store.table('givenTickets').all())
      const old = all.filter((row) => Date.parse(row.date) + KEPT_AFTER_START_MS <= now)
      if (old.length > 0) await store.table('givenTickets').remove(old.map(({ id }) => id))
      const rows = all.filter((row) => !row.linkEnded && Date.parse(row.date) + CHECKED_AFTER_START_MS > now)
      const device = rows.length > 0 ? await deviceOfLinks(store) : ''
      for (const secret of new Set(rows.map((row) => row.secret))) {
        // oxlint-disable-next-line no-await-in-loop -- a phone has one or two links, and a venue's network is slow
        const answer = await openTicketLink(secret, device)
        // oxlint-disable-next-line no-await-in-loop -- see above
        if (answer.ok && answer.value.length > 0) await keep(store, secret, answer.value)
        // Handed on: the next holder's device has it.
        // oxlint-disable-next-line no-await-in-loop -- see above
        else if (answer.ok)
          await store.table('givenTickets').remove(rows.filter((row) => row.secret === secret).map(({ id }) => id))
        else if (answer.failure.code === 'not_found' || takenOverAt(answer.failure) !== null)
          // oxlint-disable-next-line no-await-in-loop -- see above
          await endLink(store, secret, takenOverAt(answer.failure))
        else if (answer.failure.code !== 'link_used') return answer
      }
      return ok(null)
    }),
  )

const endLink = (store: Store, secret: string, takenOver: string | null): Promise<void> =>
  store.transact(['givenTickets'], async () => {
    const rows = await store.table('givenTickets').where('secret', [secret])
    await store.table('givenTickets').putAll(rows.map((row) => ({ ...row, linkEnded: true, takenOverAt: takenOver })))
  })
