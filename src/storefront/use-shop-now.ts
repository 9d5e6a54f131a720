import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { nextSaleMoment } from '#shop/catalogue/sale/sale-window.ts'
import { watchServerOffset } from '#shop/device/shop-clock.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/**
 * Returns the server's time in ms, as far as known. It decides what has begun and what is on sale: it also changes at
 * the moments at which sales of `events` open and end.
 */
export function useShopNow(everyMs: number, events: readonly CatalogueEvent[] = []): number {
  const offset = useWatched(watchServerOffset, []).value ?? 0
  const nextAfter = (now: number): number | null => {
    const next = nextSaleMoment(events, now + offset)
    return next === null ? null : next - offset
  }
  return useNow(everyMs, nextAfter) + offset
}
