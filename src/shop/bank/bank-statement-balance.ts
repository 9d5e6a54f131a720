import type { Paise } from '#shop/prices/money.ts'

/** A row as far as its sum goes: what moved, and the balance after it. */
export interface BalanceStep {
  row: number
  day: string
  /** Paise, negative for what went out; 0 for a row that only states a balance. */
  moved: Paise
  balance: Paise | null
}

/** A row whose balance is not the balance before it and what moved. */
export interface BalanceBreak {
  row: number
  before: Paise
  moved: Paise
  balance: Paise
}

/**
 * Adds up the balances of rows that stand together in a file, oldest or newest first, whichever fits more of them, and
 * returns where they do not add up. The oldest row has none before it and is not checked.
 */
export function balanceBreaks(steps: readonly BalanceStep[]): BalanceBreak[] {
  return breaksOf(isNewestFirst(steps) ? steps.toReversed() : steps)
}

/** Which order of rows their balances say, or their days where the balances fit both. */
export function isNewestFirst(steps: readonly BalanceStep[]): boolean {
  const more = breaksOf(steps).length - breaksOf(steps.toReversed()).length
  return more === 0 ? (steps[0]?.day ?? '') > (steps.at(-1)?.day ?? '') : more > 0
}

/** Oldest first. */
const breaksOf = (steps: readonly BalanceStep[]): BalanceBreak[] =>
  steps.flatMap(({ row, moved, balance }, at) => {
    const before = steps[at - 1]?.balance ?? null
    return before === null || balance === null || before + moved === balance ? [] : [{ row, before, moved, balance }]
  })
