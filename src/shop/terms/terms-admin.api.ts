import type { Result } from '#platform/failure/failure.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { publicBackend } from '#platform/supabase/client.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { toRupees } from '#shop/prices/money.ts'
import type { ShopTerms } from './terms.ts'
import { TERMS_COLUMNS, termsOfRow } from './terms-row.ts'

/** What an admin sets for a day. */
export type TaxTerms = Pick<
  ShopTerms,
  'fromDay' | 'gstBy' | 'gstPercent' | 'pricesIncludeGst' | 'roundToRupee' | 'feePerSeat' | 'feeGstPercent' | 'taxRules'
>

/** Sets tax and fee from a day on; the shop's other terms stay. Refusals: forbidden, invalid (detail: the argument). */
export const saveTaxTerms = (terms: TaxTerms): Promise<Result<null>> =>
  asStaff.call('set_tax_terms', {
    p_from_day: terms.fromDay,
    p_gst_by: terms.gstBy,
    p_gst_percent: terms.gstPercent,
    p_prices_include_gst: terms.pricesIncludeGst,
    p_round_to_rupee: terms.roundToRupee,
    p_fee_per_seat: toRupees(terms.feePerSeat),
    p_fee_gst_percent: terms.feeGstPercent,
    p_rules: terms.taxRules.map(({ kind, state, upTo, percent }) => ({
      kind,
      state,
      up_to_price: upTo === null ? null : toRupees(upTo),
      percent,
    })),
  })

/** Returns past, current and future terms, oldest first. */
export async function readTerms(): Promise<Result<ShopTerms[]>> {
  const answer = await call(async () =>
    (await publicBackend()).from('terms_by_day').select(TERMS_COLUMNS).order('from_day'),
  )
  return parsed(answer, (rows) => rows.map(termsOfRow))
}
