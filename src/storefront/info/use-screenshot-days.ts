import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** The database's default. */
const USUAL_DAYS = 30

export function useScreenshotDays(): number {
  return useWatched(watchShopSettings, []).value?.screenshotDays ?? USUAL_DAYS
}
