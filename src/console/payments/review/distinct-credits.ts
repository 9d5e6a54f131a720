import type { PaymentCredit } from '#shop/bank/credits.api.ts'
import type { Paise } from '#shop/prices/money.ts'

/** Joins rows of one day and amount: two files word one credit differently. `match_bank_rows` counts the same way. */
export function distinctCredits(rows: readonly PaymentCredit[]): PaymentCredit[] {
  const credits = new Map<string, PaymentCredit>()
  for (const row of rows) {
    const key = `${row.bookedOn} ${row.amount}`
    const before = credits.get(key)
    credits.set(key, before ? { ...before, orderCode: before.orderCode ?? row.orderCode } : row)
  }
  return [...credits.values()]
}

interface Amounts {
  stated: Paise
  /** Null when nothing of the order is left. */
  expected: Paise | null
  /** Sum and number of the credits with this reference. */
  credited: Paise
  credits: number
}

/** Names the amount that differs; null when all three agree. */
export function amountsDiffer({ stated, expected, credited, credits }: Amounts): string | null {
  if (credits > 1) return 'Several credits'
  if (expected === null) return 'Expected amount unknown'
  if (stated === expected) return credited === expected ? null : 'Credited amount differs'
  if (credited === expected) return 'Stated amount differs'
  return stated === credited ? 'Expected amount differs' : 'All three amounts differ'
}
