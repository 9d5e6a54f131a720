import { serverNow } from './gate-setup.ts'
import { openStore } from './store.ts'

/** Takes lists, keys, tickets and warnings of these events off the device. Scans stay: they are still to be sent. */
export async function removeGateLists(eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  const store = await openStore()
  await store.transact(['gateLists', 'gateTickets', 'gateNews'], async () => {
    await store.table('gateLists').remove(eventIds)
    // Nearly always the only list: emptying takes a moment, picking 100,000 rows out a quarter of a minute.
    if ((await store.table('gateLists').keys()).length === 0) {
      await store.table('gateTickets').clear()
      return store.table('gateNews').clear()
    }
    await store.table('gateTickets').removeWhere('eventId', eventIds)
    await store.table('gateNews').removeWhere('eventId', eventIds)
  })
}

/** Takes away the lists and keys of events that were over 24 hours ago. Run at every start and while a gate is open. */
export async function wipeOverLists(): Promise<void> {
  const store = await openStore()
  const now = await serverNow()
  const over = (await store.table('gateLists').all()).filter((row) => row.closesAt > 0 && row.closesAt < now)
  await removeGateLists(over.map((row) => row.eventId))
}
