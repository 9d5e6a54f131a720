import type { Paise } from '#shop/prices/money.ts'

export interface BalanceStep {
  row: number
  day: string
  /** Paise, negative for money out; 0 for a row that only states a balance. */
  moved: Paise
  balance: Paise | null
}

export interface BalanceBreak {
  row: number
  before: Paise
  moved: Paise
  balance: Paise
}

/** Returns rows whose balances do not add up, in the row order that fits more of them. Skips the oldest row. */
export function balanceBreaks(steps: readonly BalanceStep[]): BalanceBreak[] {
  return breaksOf(isNewestFirst(steps) ? steps.toReversed() : steps)
}

/** Decides the row order from the balances or, where both orders fit, from the days. */
export function isNewestFirst(steps: readonly BalanceStep[]): boolean {
  const more = breaksOf(steps).length - breaksOf(steps.toReversed()).length
  return more === 0 ? (steps[0]?.day ?? '') > (steps.at(-1)?.day ?? '') : more > 0
}

/** Expects the oldest row first. */
const breaksOf = (steps: readonly BalanceStep[]): BalanceBreak[] =>
  steps.flatMap(({ row, moved, balance }, at) => {
    const before = steps[at - 1]?.balance ?? null
    return before === null || balance === null || before + moved === balance ? [] : [{ row, before, moved, balance }]
  })
