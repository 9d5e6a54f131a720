import { TERMS_COLUMNS, termsOfRow } from '#shop/terms/terms-row.ts'
import type { ShopTerms } from '#shop/terms/terms.ts'
import type { Database } from '../database/database.ts'

/** All terms of the shop, past and coming, the oldest first. */
export async function readTerms(database: Database): Promise<ShopTerms[]> {
  // The day as text: a driver would make a moment of it, on the server's clock.
  const columns = TERMS_COLUMNS.replace('from_day', 'from_day::text')
  const rows = await database.query(`select ${columns} from public.shop_terms order by shop_terms.from_day`, [])
  return rows.map(termsOfRow)
}
