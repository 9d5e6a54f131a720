import type { Result } from '#domain/failure.ts'
import { TERMS_COLUMNS, termsOfRow } from '#domain/terms-row.ts'
import type { ShopTerms } from '#domain/terms.ts'
import { call, parsed } from './call.ts'
import { publicBackend } from './client.ts'

/** All terms of the shop, past and coming, the oldest first. */
export async function readTerms(): Promise<Result<ShopTerms[]>> {
  const answer: Result<Record<string, unknown>[]> = await call<Record<string, unknown>[]>(async () =>
    (await publicBackend()).from('shop_terms').select(TERMS_COLUMNS).order('from_day'),
  )
  return parsed(answer, (rows) => rows.map(termsOfRow))
}
