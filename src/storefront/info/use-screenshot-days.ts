import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** What the database keeps them for when the operator has set nothing. */
const USUAL_DAYS = 30

/** For how many days the shop keeps screenshots of payments. */
export function useScreenshotDays(): number {
  return useWatched(watchShopSettings, []).value?.screenshotDays ?? USUAL_DAYS
}
