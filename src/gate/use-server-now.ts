import { watchServerOffset } from '#shop/gate/setup.store.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** The server's time, read every `everyMs`, and how far this device's clock is behind it, in ms. */
export function useServerNow(everyMs: number): { now: number; offset: number } {
  const offset = useWatched(watchServerOffset, []).value ?? 0
  return { now: useNow(everyMs) + offset, offset }
}
