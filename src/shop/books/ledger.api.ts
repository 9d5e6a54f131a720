import { asStaff } from '#platform/supabase/ask.ts'
import type { Result } from '#platform/failure/failure.ts'
import { asIs, boolean, instant, list, oneOf, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { toPaise } from '#shop/prices/money.ts'

/** The accounts of the ledger; what each holds: `supabase/schema/84-ledger.sql`. */
const accounts = [
  'bank',
  'gateway',
  'till',
  'card',
  'customers',
  'sales',
  'gst',
  'local_tax',
  'fee',
  'rounding',
  'promised',
  'owed',
  'sent',
  'otherwise',
  'unexplained',
  'set_aside',
  'float',
  'difference',
] as const
export type Account = (typeof accounts)[number]

const parseBalance = row({
  accounts: list(
    row({
      account: oneOf(accounts),
      /** Paise, as the three below: what it was before the first day. Debits are above 0. */
      before: toPaise,
      debit: toPaise,
      credit: toPaise,
      balance: toPaise,
    }),
  ),
  /** Debits and credits are equal. */
  sound: boolean,
})
export type TrialBalance = Of<typeof parseBalance>

/** Reads the sums of all accounts; of the days from and to, 'YYYY-MM-DD' in IST, null without a bound. */
export const readTrialBalance = (days: { from: string | null; to: string | null }): Promise<Result<TrialBalance>> =>
  asStaff.read('trial_balance', { p_from: days.from ?? undefined, p_to: days.to ?? undefined }, parseBalance)

const parseReasons = row({
  /** Null where no order has the money. */
  orderCode: orNull(text),
  paymentId: orNull(text),
  entries: list(
    row({
      at: instant,
      kind: oneOf(['payment', 'credit', 'refund', 'till'] as const),
      facts: asIs<Record<string, string | boolean | null | undefined>>(),
      amounts: list(row({ account: oneOf(accounts), amount: toPaise })),
    }),
  ),
})
export type Reasons = Of<typeof parseReasons>
export type Entry = Reasons['entries'][number]

/** Reads why money is here: all entries about an order, or about a credit of none. */
export const readReasons = (of: { paymentId: string } | { creditId: string }): Promise<Result<Reasons>> =>
  asStaff.read(
    'explain_money',
    'paymentId' in of ? { p_payment_id: of.paymentId } : { p_credit_id: of.creditId },
    parseReasons,
  )
