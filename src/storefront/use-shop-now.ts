import { watchServerOffset } from '#shop/device/shop-clock.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** The server's time in ms, as well as the device knows it: what has begun, and what can still be bought, goes by it. */
export function useShopNow(everyMs: number): number {
  return useNow(everyMs) + (useWatched(watchServerOffset, []).value ?? 0)
}
