import { configureBackend, type SessionStorage } from '#platform/supabase/client.ts'
import { toFailure } from '#platform/failure/to-failure.ts'
import { SESSION_KEY } from '#platform/supabase/stored-session.ts'
import { isFull } from '#platform/failure/failure.ts'
import { isUnreported, type Order } from '#shop/orders/order.ts'
import { erasePageRows, pageOrders, pageSubmissions } from '#shop/orders/page-rows.store.ts'
import { eraseOrphanPictures } from '#shop/pictures/pictures.store.ts'
import { ownedNouns, personalNouns } from '#shop/device/schema.ts'
import { holdSession, openStore, table } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { dismissedKey, ownerIn, queuesKey, textOf, walletKey } from './current-user.store.ts'

export { owner, ownerIn, queuesKey, walletKey, walletMark, watchSession } from './current-user.store.ts'
export type { WalletMark } from './current-user.store.ts'

/** Kept in memory when the device is full, with the stored text it replaces: the old refresh token is spent. */
let unkept: { value: string; instead: string } | null = null

export const sessionOnDevice: SessionStorage = {
  async getItem(key) {
    const stored = textOf(await (await table('session')).get(key))
    if (key !== SESSION_KEY || !unkept) return stored
    if (stored !== unkept.instead) unkept = null
    else if (!(await storeUnkept(unkept))) return unkept.value
    return textOf(await (await table('session')).get(key))
  },
  async setItem(key, value) {
    try {
      await (await table('session')).put({ key, value })
      if (key === SESSION_KEY) unkept = null
    } catch (error) {
      const instead = key === SESSION_KEY ? textOf(await (await table('session')).get(key)) : null
      if (!isFull(toFailure(error))) throw error
      if (instead !== null) unkept = { value, instead }
      else {
        await holdSession()
        await (await table('session')).put({ key, value })
      }
    }
  },
  async removeItem(key) {
    if (key === SESSION_KEY) unkept = null
    await (await table('session')).remove([key])
  },
}

async function storeUnkept({ value, instead }: { value: string; instead: string }): Promise<boolean> {
  const store = await openStore()
  try {
    await store.transact(['session'], async () => {
      if (textOf(await store.table('session').get(SESSION_KEY)) !== instead) return
      await store.table('session').put({ key: SESSION_KEY, value })
    })
    unkept = null
    return true
  } catch {
    return false
  }
}

// Every store that calls the backend imports this file.
configureBackend({ sessionStorage: sessionOnDevice })

/** Counts this person's submissions, begun orders, messages and gate scans that have not arrived. */
export async function unsentOf(ownerId: string): Promise<number> {
  const rows = await (await table('submissions')).where('ownerId', [ownerId])
  const messages = (await (await table('messages')).all()).filter((row) => row.ownerId === ownerId)
  const onlyHere = [...pageSubmissions()].filter(({ row, onDevice }) => !onDevice && row.ownerId === ownerId)
  const unsent = [...rows, ...onlyHere.map(({ row }) => row)].filter((row) => row.state !== 'sent').length
  return unsent + messages.length + (await unsentScansOf(ownerId)) + (await unreportedOf(ownerId))
}

/** Counts this person's orders for which money may have been sent without a report. */
export async function unreportedOf(ownerId: string): Promise<number> {
  const stored = await (await table('orders')).where('ownerId', [ownerId])
  const orders = new Map(stored.map((order) => [order.id, order]))
  for (const order of pageOrders()) if (order.ownerId === ownerId) orders.set(order.id, order)
  return [...orders.values()].filter(isUnreported).length
}

export async function unsentScansOf(ownerId: string): Promise<number> {
  return (await (await table('gateScans')).count('queue', [ownerId])) + (await turnedBackScansOf(ownerId))
}

export async function turnedBackScansOf(ownerId: string): Promise<number> {
  const refused = await (await table('gateScans')).where('state', ['refused'])
  return refused.filter((row) => row.ownerId === ownerId).length
}

/** Ends the session and erases this person's rows. `keepUnsent` keeps unsent ones for their next sign-in. */
export async function leave(keepUnsent: boolean): Promise<void> {
  const store = await openStore()
  const me = await store.transact([...personalNouns, 'session', 'meta'], async () => {
    const leaving = await ownerIn(store)
    const sessions = store.table('session')
    await sessions.remove(await sessions.keys())
    await eraseIn(
      store,
      (ownerId, unsent) => ownerId !== null && !(unsent && (keepUnsent || ownerId !== leaving)),
      leaving,
    )
    return leaving
  })
  // Separate: a full device must not prevent signing out. Unsent rows wait for their owner in any state.
  if (me !== null) await noteWaiting(store, me).catch(() => undefined)
}

const noteWaiting = (store: Store, ownerId: string): Promise<void> =>
  store.transact(['submissions', 'orders'], async () => {
    const kept = await store.table('submissions').where('ownerId', [ownerId])
    for (const row of kept)
      if (row.state !== 'refused') await store.table('submissions').put({ ...row, state: 'needs-sign-in' })
    const orders = await store.table('orders').where('ownerId', [ownerId])
    await store.table('orders').putAll(orders.map((order) => ({ ...order, kept: true })))
  })

/** Erases the rows of all but `ownerId`, except unsent ones. Runs at every start and sign-in. */
export async function eraseOthers(ownerId: string | null): Promise<void> {
  const store = await openStore()
  await store.transact([...personalNouns, 'meta'], () =>
    eraseIn(store, (rowOwner, unsent) => rowOwner !== null && rowOwner !== ownerId && !unsent),
  )
}

/** Deletes the personal rows for which `goes` is true, and the marks of their owners. */
async function eraseIn(
  store: Store,
  goes: (ownerId: string | null, unsent: boolean) => boolean,
  leaving: string | null = null,
): Promise<void> {
  // A begun order counts as unsent at its owner's sign-out, and afterwards if the owner kept it.
  const stays = (order: Order): boolean => isUnreported(order) && (order.ownerId === leaving || order.kept)
  const people = new Set<string>()
  for (const noun of ownedNouns) {
    const rows = await store.table(noun).all()
    const gone = rows.filter((row) => goes(row.ownerId, false))
    for (const row of gone) people.add(row.ownerId)
    await store.table(noun).remove(gone.map((row) => ('id' in row ? row.id : row.ownerId)))
  }
  const orders = (await store.table('orders').all()).filter((row) => goes(row.ownerId, stays(row)))
  for (const row of orders) people.add(row.ownerId)
  await store.table('orders').remove(orders.map((row) => row.id))
  const submissions = await store.table('submissions').all()
  const gone = submissions.filter((row) => goes(row.ownerId, row.state !== 'sent'))
  await store.table('submissions').remove(gone.map((row) => row.orderId))
  await eraseOrphanPictures(store)
  erasePageRows(goes, stays)
  const messages = await store.table('messages').all()
  await store.table('messages').remove(messages.filter((row) => goes(row.ownerId, true)).map((row) => row.id))
  const seats = await store.table('seats').all()
  await store.table('seats').remove(seats.filter((row) => goes(row.ownerId, false)).map((row) => row.categoryId))
  await store.table('meta').remove([...people].flatMap((ownerId) => [walletKey(ownerId), dismissedKey(ownerId)]))
  const queues = (await store.table('meta').keys()).filter((key) => key.startsWith(queuesKey('')))
  await store.table('meta').remove(queues.filter((key) => goes(key.slice(queuesKey('').length), false)))
  await eraseGateIn(store, goes)
}

/** Lists belong to the person who prepared the gate, and so do the tickets and warnings of their events. */
async function eraseGateIn(store: Store, goes: (ownerId: string | null, unsent: boolean) => boolean): Promise<void> {
  const lists = (await store.table('gateLists').all()).filter((row) => goes(row.ownerId, false))
  const events = lists.map((row) => row.eventId)
  if (events.length > 0) {
    await store.table('gateLists').remove(events)
    await store.table('gateTickets').removeWhere('eventId', events)
    await store.table('gateNews').removeWhere('eventId', events)
  }
  for (const unsent of [true, false]) {
    const scans = await store.table('gateScans').where('state', unsent ? ['waiting', 'refused'] : ['sent', 'settled'])
    await store.table('gateScans').remove(scans.filter((row) => goes(row.ownerId, unsent)).map((row) => row.id))
  }
}
