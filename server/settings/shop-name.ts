import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import type { Sql } from '../database/database.ts'

/** Returns the name that staff have typed, else the one in mehfil.config.json. */
export async function shopName(database: Pick<Sql, 'query'>): Promise<string> {
  const [row] = await database.query<{ name: string | null }>('select name from public.shop_settings', [])
  return row?.name ?? FIRST_LOOK.name
}
