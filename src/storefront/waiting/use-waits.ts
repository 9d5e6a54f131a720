import { useOwner } from '#account/session/identity.ts'
import { syncWaits, watchMyWaits, type MyWait } from '#shop/waiting/waits.store.ts'
import { usePolling } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** The list moves without this device: others leave, and offers come. */
const READ_EVERY_MS = 30_000

let reading: Promise<unknown> | null = null

/** One request for all categories of a page. */
function readWaits(): Promise<unknown> {
  reading ??= syncWaits().finally(() => {
    reading = null
  })
  return reading
}

/** The signed-in person's waits as this device has them; undefined before that. `fresh`: reads them again and again. */
export function useWaits(fresh: boolean): MyWait[] | undefined {
  const owner = useOwner()
  const waits = useWatched(watchMyWaits, [owner]).value
  const going = waits?.some((wait) => wait.outcome === null) === true
  usePolling(readWaits, owner !== null && (fresh || going) ? READ_EVERY_MS : null, { atOnce: true })
  return waits
}
