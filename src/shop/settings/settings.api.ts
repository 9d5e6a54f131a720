import type { Result } from '#platform/failure/failure.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { publicBackend } from '#platform/supabase/client.ts'
import { parseShopSettings, type ShopSettingsRow } from './shop-settings.ts'

export async function readShopSettings(): Promise<Result<ShopSettingsRow | null>> {
  const answer = await call(async () => (await publicBackend()).from('shop_settings').select('*').limit(1))
  return parsed(answer, ([row]) => (row ? parseShopSettings(row) : null))
}
