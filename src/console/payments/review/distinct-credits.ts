import type { BankRow } from '#shop/bank/bank.api.ts'
import type { Paise } from '#shop/prices/money.ts'

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

interface Amounts {
  /** What the customer says was sent. */
  claimed: Paise
  /** What the order costs; null when nothing of it is left. */
  expected: Paise | null
  /** The sum of the credits with its reference, and how many they are. */
  credited: Paise
  credits: number
}

/** Which of claimed, expected and credited amount differs, in words; null when one credit is what both others are. */
export function amountsDiffer({ claimed, expected, credited, credits }: Amounts): string | null {
  if (credits > 1) return 'Several credits'
  if (expected === null) return 'Expected amount unknown'
  if (claimed === expected) return credited === expected ? null : 'Credited amount differs'
  if (credited === expected) return 'Claimed amount differs'
  return claimed === credited ? 'Expected amount differs' : 'All three amounts differ'
}
