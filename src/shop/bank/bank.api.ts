import type { BankCredit, BankStatement } from './bank-statement.ts'
import { parseNear, type NearCredit, type NearWire } from './credit.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { iso, numberOf, oneOf } from '#platform/text/wire-values.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

export interface BankMatch {
  paymentId: string
  orderCode: string
  transactionId: string
  userName: string | null
  expected: Paise | null
  /** Reported by the customer. */
  amount: Paise
  createdAt: string
  /** Total of the credits under this reference; null without any. */
  credit: Paise | null
  credits: number
  /** 'YYYY-MM-DD' */
  creditedOn: string | null
  /** Other pending or approved payments with this reference or the same credit. */
  others: number
  /** Credits that nearly name it, where none names it. */
  near: NearCredit[]
}

const importSources = ['statement', 'report'] as const
/** A bank's statement, or a payment app's report: a report says nothing of money that came another way. */
type ImportSource = (typeof importSources)[number]

export interface BankImport {
  id: string
  source: ImportSource
  /** File name; null for imports made before names were kept. */
  file: string | null
  importedAt: string
  importedBy: string | null
  /** Credits that it added, and those that another source knew and that it proves, too. */
  credits: number
  sum: Paise
  /** Credits that paid for an order; an import with any cannot be taken back. */
  used: number
}

/** `count` and `sum` cover all rows, `listed` only the first. */
export interface Matched<T> {
  count: number
  sum: Paise
  listed: T[]
}

const matchKinds = ['exact', 'to_check', 'amount_differs', 'two_claims', 'likely', 'not_found'] as const
export type MatchKind = (typeof matchKinds)[number]

export interface BankMatches {
  /** Number of imported credits and the days they cover; null without any. */
  rows: number
  firstOn: string | null
  lastOn: string | null
  payments: Record<MatchKind, Matched<BankMatch>>
  /** Credits that no pending or approved payment names, or is likely to mean. */
  unclaimed: Pick<Matched<unknown>, 'count' | 'sum'>
}

/** The database's limit per request. */
const ROWS_AT_ONCE = 1_000

interface MatchWire {
  payment_id: string
  order_code: string
  transaction_id: string
  user_name: string | null
  expected: number | null
  amount: number
  created_at: string
  credit: number | null
  credits: number | null
  credited_on: string | null
  others: number
  near: readonly NearWire[]
}
type MatchesWire = {
  rows: number
  first_on: string | null
  last_on: string | null
  unclaimed: { count: number; sum: number }
} & { [Kind in MatchKind]?: { count: number; sum: number; payments: MatchWire[] } }

const paiseOrNull = (value: unknown): Paise | null =>
  value === null || value === undefined ? null : toPaise(value as number | string)

const parseMatch = (row: MatchWire): BankMatch => ({
  paymentId: row.payment_id,
  orderCode: row.order_code,
  transactionId: row.transaction_id,
  userName: row.user_name,
  expected: paiseOrNull(row.expected),
  amount: toPaise(row.amount),
  createdAt: iso(row.created_at),
  credit: paiseOrNull(row.credit),
  credits: numberOf(row.credits ?? 0),
  creditedOn: row.credited_on,
  others: numberOf(row.others),
  near: row.near.map(parseNear),
})

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
    const answer = await call(async () =>
      (await backend({ console: true })).rpc('import_bank_rows', {
        p_rows: credits.slice(from, from + ROWS_AT_ONCE).map(wireRow),
        p_import: id,
        p_file: file,
        p_source: source,
        p_debits: takenBack.slice(from, from + ROWS_AT_ONCE).map(wireRow),
      }),
    )
    const counts = parsedJson(answer, (value: { added: number; known: number; reversed: number }) => value)
    if (!counts.ok) return counts
    total.added += numberOf(counts.value.added)
    total.known += numberOf(counts.value.known)
    total.reversed += numberOf(counts.value.reversed)
    onRows(Math.min(from + ROWS_AT_ONCE, credits.length))
  }
  return ok(total)
}

export async function matchBankRows(): Promise<Result<BankMatches>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('match_bank_rows'))
  return parsedJson(answer, (value: MatchesWire) => {
    const kind = (name: MatchKind): Matched<BankMatch> => ({
      count: numberOf(value[name]?.count ?? 0),
      sum: toPaise(value[name]?.sum ?? 0),
      listed: (value[name]?.payments ?? []).map(parseMatch),
    })
    return {
      rows: numberOf(value.rows),
      firstOn: value.first_on,
      lastOn: value.last_on,
      payments: {
        exact: kind('exact'),
        to_check: kind('to_check'),
        amount_differs: kind('amount_differs'),
        two_claims: kind('two_claims'),
        likely: kind('likely'),
        not_found: kind('not_found'),
      },
      unclaimed: { count: numberOf(value.unclaimed.count), sum: toPaise(value.unclaimed.sum) },
    }
  })
}

export async function listBankImports(): Promise<Result<BankImport[]>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('list_bank_imports'))
  return parsed(answer, (rows) =>
    rows.map((row) => ({
      id: row.id,
      source: oneOf(importSources, row.source),
      file: row.file ?? null,
      importedAt: iso(row.imported_at),
      importedBy: row.imported_by ?? null,
      credits: numberOf(row.credits ?? 0),
      sum: toPaise(row.sum),
      used: numberOf(row.used),
    })),
  )
}

/** Removes an import and returns the number of its credits. Refusals: not_found, in_use (detail: the order). */
export async function removeBankImport(id: string): Promise<Result<number>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('take_back_bank_import', { p_import: id }),
  )
  return parsedJson(answer, (value: { removed: number }) => numberOf(value.removed))
}
