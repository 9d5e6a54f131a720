import type { ShopSettingsRow } from '#backend/catalogue-api.ts'
import type { Watch } from './table.ts'
import { watch } from './watch.ts'
import { without } from './without.ts'

export type ShopSettings = ShopSettingsRow

/** Whom to pay and how to reach the shop; null before the first sync. */
export function watchShopSettings(): Watch<ShopSettings | null> {
  return watch(async (store) => {
    const row = await store.table('shopSettings').get('shop')
    if (!row) return null
    return without(row, 'id')
  })
}
