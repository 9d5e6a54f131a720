import type { Paise } from '#shop/prices/money.ts'

/** What the shop's account received by UPI today. */
export interface ReceivedToday {
  /** Null while staff have named none. */
  limit: Paise | null
  received: Paise
  /** What was added up: credits that a source of proofs brought, or payments that customers submitted. */
  counted: 'credits' | 'payments'
}

const NEAR_PERCENT = 80

/** Returns how much of the day's limit came in, in whole percent rounded down; null below 80 and without a limit. */
export function percentNearLimit({ limit, received }: ReceivedToday): number | null {
  if (limit === null) return null
  const percent = Math.floor((received * 100) / limit)
  return percent >= NEAR_PERCENT ? percent : null
}
