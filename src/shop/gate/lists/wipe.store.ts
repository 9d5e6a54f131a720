import { onReach } from '#platform/device/reach.ts'
import { isClockSure, serverNow } from '../clock.store.ts'
import { openStore } from '#shop/device/store.ts'

/** Deletes lists, keys, tickets and warnings of these events. Keeps unsent scans. */
export async function removeGateLists(eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  const store = await openStore()
  await store.transact(['gateLists', 'gateTickets', 'gateNews'], async () => {
    await store.table('gateLists').remove(eventIds)
    // Nearly always the only list: clearing is instant, deleting 100,000 rows takes 15 s.
    if ((await store.table('gateLists').keys()).length === 0) {
      await store.table('gateTickets').clear()
      return store.table('gateNews').clear()
    }
    await store.table('gateTickets').removeWhere('eventId', eventIds)
    await store.table('gateNews').removeWhere('eventId', eventIds)
  })
}

let untilHeard: (() => void) | null = null

/** Deletes lists 24 hours after the event, once the server's time is known: a wrong clock must not delete them. */
export async function deleteExpiredLists(): Promise<void> {
  if (!isClockSure()) {
    untilHeard ??= onReach(({ clockOffset }) => {
      if (clockOffset === null) return
      untilHeard?.()
      untilHeard = null
      void deleteExpiredLists().catch(() => undefined)
    })
    return
  }
  const store = await openStore()
  const now = await serverNow()
  const over = (await store.table('gateLists').all()).filter((row) => row.closesAt > 0 && row.closesAt < now)
  await removeGateLists(over.map((row) => row.eventId))
}
