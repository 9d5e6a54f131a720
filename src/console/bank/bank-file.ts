import { readStored, writeStored } from '#platform/device/stored.ts'
import type { SheetRow } from '#platform/text/csv.ts'
import { bankFields, columnsOf, type BankMapping } from '#shop/bank/bank-statement-head.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024

const signature = (head: readonly string[]): string =>
  head.map((name) => name.toLowerCase().replace(/\s+/g, '')).join('|')

/** Returns the columns chosen for this head and guesses for the rest; null without a choice. */
export function rememberedMapping(head: readonly string[], rows: readonly SheetRow[] = []): BankMapping | null {
  const chosen = all()[signature(head)]
  if (!isChoice(chosen, head)) return null
  const taken = Object.values(chosen)
  const guess = columnsOf(head, rows)
  const free = bankFields.map((field) => [field, taken.includes(guess[field]) ? null : guess[field]] as const)
  return { ...(Object.fromEntries(free) as BankMapping), ...chosen }
}

/** Remembers only the columns that differ from the guess; forgets this head when none does. */
export function rememberMapping(head: readonly string[], mapping: BankMapping, rows: readonly SheetRow[] = []): void {
  const guess = columnsOf(head, rows)
  const changed = bankFields.filter((field) => mapping[field] !== guess[field])
  if (changed.length === 0) return forgetMapping(head)
  write({ ...all(), [signature(head)]: Object.fromEntries(changed.map((field) => [field, mapping[field]])) })
}

export function forgetMapping(head: readonly string[]): void {
  const { [signature(head)]: _, ...others } = all()
  write(others)
}

type Choice = Partial<BankMapping>

const isChoice = (found: Choice | null | undefined, head: readonly string[]): found is Choice =>
  found !== null &&
  typeof found === 'object' &&
  Object.values(found).every((at) => at === null || (Number.isInteger(at) && at >= 0 && at < head.length))

function write(choices: Record<string, Choice>): void {
  writeStored('bankColumns', JSON.stringify(choices))
}

function all(): Record<string, Choice> {
  try {
    return (JSON.parse(readStored('bankColumns') ?? '{}') ?? {}) as Record<string, Choice>
  } catch {
    return {}
  }
}
