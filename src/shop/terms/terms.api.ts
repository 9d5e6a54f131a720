import type { Result } from '#platform/failure/failure.ts'
import { TERMS_COLUMNS, termsOfRow } from './terms-row.ts'
import type { ShopTerms } from './terms.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { publicBackend } from '#platform/supabase/client.ts'

/** Returns past, current and future terms, oldest first. */
export async function readTerms(): Promise<Result<ShopTerms[]>> {
  const answer = await call(async () =>
    (await publicBackend()).from('terms_by_day').select(TERMS_COLUMNS).order('from_day'),
  )
  return parsed(answer, (rows) => rows.map(termsOfRow))
}
