import type { BankCredit, BankStatement } from './bank-statement.ts'
import { parseNear } from './credit.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { readPaymentWarning } from '#shop/payments/payment-warning.ts'
import {
  from,
  instant,
  isTrue,
  list,
  number,
  oneOf,
  or,
  orNull,
  row,
  text,
  whole,
  type Of,
} from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const importSources = ['statement', 'report'] as const
/** A bank's statement, or a payment app's report: a report says nothing of money that came another way. */
type ImportSource = (typeof importSources)[number]

const parseBankImport = row({
  id: text,
  source: oneOf(importSources),
  /** File name; null for imports made before names were kept. */
  file: orNull(text),
  importedAt: instant,
  importedBy: orNull(text),
  /** Credits that it added, and those that another source knew and that it proves, too. */
  credits: or(number, 0),
  sum: toPaise,
  /** Credits that paid for an order; an import with any cannot be taken back. */
  used: number,
})
export type BankImport = Of<typeof parseBankImport>

/** `count` and `sum` cover all rows, `listed` only the first. */
export interface Matched<T> {
  count: number
  sum: Paise
  listed: T[]
}

export type MatchKind = 'exact' | 'to_check' | 'amount_differs' | 'two_claims' | 'likely' | 'not_found'

/** The database's limit per request. */
const ROWS_AT_ONCE = 1_000

const parseMatch = row({
  paymentId: text,
  orderCode: text,
  transactionId: text,
  userName: orNull(text),
  expected: orNull(toPaise),
  /** Reported by the customer. */
  amount: toPaise,
  createdAt: instant,
  /** Total of the credits under this reference; null without any. */
  credit: orNull(toPaise),
  credits: or(number, 0),
  /** 'YYYY-MM-DD' */
  creditedOn: orNull(text),
  /** Other pending or approved payments with this reference or the same credit. */
  others: number,
  /** Credits that nearly name it, where none names it. */
  near: list(parseNear),
  /** What to check, where the credit is exact. */
  warnings: list(readPaymentWarning),
  /** The reader's own: another admin decides it. */
  isOwn: isTrue,
})
export type BankMatch = Of<typeof parseMatch>

const none: Matched<BankMatch> = { count: 0, sum: 0, listed: [] }
const parseKind = or(row({ count: number, sum: toPaise, listed: from('payments', list(parseMatch)) }), none)

const parseMatches = row({
  /** Number of imported credits and the days they cover; null without any. */
  rows: number,
  firstOn: orNull(text),
  lastOn: orNull(text),
  payments: whole(
    row({
      exact: parseKind,
      to_check: parseKind,
      amount_differs: parseKind,
      two_claims: parseKind,
      likely: parseKind,
      not_found: parseKind,
    } satisfies Record<MatchKind, unknown>),
  ),
  /** Credits that no pending or approved payment names, or is likely to mean. */
  unclaimed: row({ count: number, sum: toPaise }),
})
export type BankMatches = Of<typeof parseMatches>

const wireRow = (row: BankCredit) => ({
  booked_on: row.day,
  amount: toRupees(row.amount),
  narration: row.narration,
  utrs: row.utrs,
  balance: row.balance === null ? null : toRupees(row.balance),
  occurrence: row.occurrence,
})

/**
 * Imports credits, and the debits that may take credits back, under the uuid `id`; a repeat adds nothing twice. `onRows`
 * gets the number of credits sent so far. `reversed`: credits that prove nothing any more.
 */
export async function importBankRows(
  { id, file, source }: { id: string; file: string; source: ImportSource },
  { credits, takenBack }: Pick<BankStatement, 'credits' | 'takenBack'>,
  onRows: (n: number) => void,
): Promise<Result<{ added: number; known: number; reversed: number }>> {
  const total = { added: 0, known: 0, reversed: 0 }
  for (let from = 0; from < Math.max(credits.length, takenBack.length); from += ROWS_AT_ONCE) {
    const counts = await asStaff.call(
      'import_bank_rows',
      {
        p_rows: credits.slice(from, from + ROWS_AT_ONCE).map(wireRow),
        p_import: id,
        p_file: file,
        p_source: source,
        p_debits: takenBack.slice(from, from + ROWS_AT_ONCE).map(wireRow),
      },
      row({ added: number, known: number, reversed: number }),
    )
    if (!counts.ok) return counts
    total.added += counts.value.added
    total.known += counts.value.known
    total.reversed += counts.value.reversed
    onRows(Math.min(from + ROWS_AT_ONCE, credits.length))
  }
  return ok(total)
}

export const matchBankRows = (): Promise<Result<BankMatches>> => asStaff.read('match_bank_rows', {}, parseMatches)

export const listBankImports = (): Promise<Result<BankImport[]>> =>
  asStaff.read('list_bank_imports', {}, list(parseBankImport))

/** Removes an import and returns the number of its credits. Refusals: not_found, in_use (detail: the order). */
export const removeBankImport = (id: string): Promise<Result<number>> =>
  asStaff.call('take_back_bank_import', { p_import: id }, ({ removed }: { removed: unknown }) => number(removed))
