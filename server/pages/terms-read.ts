import { TERMS_COLUMNS, termsOfRow } from '#shop/terms/terms-row.ts'
import type { ShopTerms } from '#shop/terms/terms.ts'
import type { Sql } from '../database/database.ts'

/** Reads all terms, past and future, oldest first. */
export async function readTerms(database: Pick<Sql, 'query'>): Promise<ShopTerms[]> {
  // As text: a driver would make a local time of the day.
  const columns = TERMS_COLUMNS.replace('from_day', 'from_day::text')
  const rows = await database.query(`select ${columns} from public.terms_by_day order by terms_by_day.from_day`, [])
  return rows.map(termsOfRow)
}
