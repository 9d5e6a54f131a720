import { promised } from '#platform/observable/promised.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { passKey, type PassKey } from '#shop/tickets/passes/pass-key.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** Undefined until read, and while it is not needed; null where the device keeps none. */
export const usePassKey = (isNeeded = true): PassKey | null | undefined =>
  useWatched(() => promised(async () => (isNeeded ? passKey() : undefined)), [isNeeded]).value

/**
 * Returns true when this device shows every code of the ticket without a network; undefined until the device's key is
 * read.
 */
export function useCodesHere({ screenOnly, passes }: Pick<MyTicket, 'screenOnly' | 'passes'>): boolean | undefined {
  const key = usePassKey(screenOnly)
  if (!screenOnly) return true
  if (key === undefined) return undefined
  return key !== null && passes.every(({ deviceKey }) => deviceKey === key.publicKey)
}
