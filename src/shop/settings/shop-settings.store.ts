import type { ShopSettingsRow } from './shop-settings.ts'
import type { Observable } from '#platform/observable/observable.ts'
import { watch } from '#shop/device/observable.ts'
import { omit } from '#shop/device/omit.ts'

export type ShopSettings = ShopSettingsRow

/** Emits the settings; null before the first sync. */
export function watchShopSettings(): Observable<ShopSettings | null> {
  return watch(async (store) => {
    const row = await store.table('shopSettings').get('shop')
    if (!row) return null
    return omit(row, 'id')
  })
}
