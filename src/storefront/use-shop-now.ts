import { watchServerOffset } from '#shop/device/shop-clock.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** The server's time in ms, as far as known. It decides what has begun and what is on sale. */
export function useShopNow(everyMs: number): number {
  return useNow(everyMs) + (useWatched(watchServerOffset, []).value ?? 0)
}
