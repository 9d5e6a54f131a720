import type { BankRow } from '#backend/bank-api.ts'

/**
 * Credits with one reference, each once: the same amount on the same day is one credit that two files word differently,
 * as `match_bank_rows` counts them too. The order that it paid for is that of any of its rows.
 */
export function distinctCredits(rows: readonly BankRow[]): BankRow[] {
  const credits = new Map<string, BankRow>()
  for (const row of rows) {
    const key = `${row.bookedOn} ${row.amount}`
    const before = credits.get(key)
    credits.set(key, before ? { ...before, orderCode: before.orderCode ?? row.orderCode } : row)
  }
  return [...credits.values()]
}
