import { onReach } from '#platform/device/reach.ts'
import { isClockSure, serverNow } from '../clock.store.ts'
import { openStore } from '#shop/device/store.ts'

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

/** Stops waiting for the server's time; null while nothing waits for it. */
let untilHeard: (() => void) | null = null

/**
 * Takes away the lists and keys of events that were over 24 hours ago. Run at every start and while a gate is open. Only by
 * a time heard from the server, else as soon as one is: a list that a wrong clock deleted cannot be had back without a network.
 */
export async function wipeOverLists(): Promise<void> {
  if (!isClockSure()) {
    untilHeard ??= onReach(({ clockOffset }) => {
      if (clockOffset === null) return
      untilHeard?.()
      untilHeard = null
      void wipeOverLists().catch(() => undefined)
    })
    return
  }
  const store = await openStore()
  const now = await serverNow()
  const over = (await store.table('gateLists').all()).filter((row) => row.closesAt > 0 && row.closesAt < now)
  await removeGateLists(over.map((row) => row.eventId))
}
