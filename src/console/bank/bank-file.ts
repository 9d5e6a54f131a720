import { readStored, writeStored } from '#platform/device/stored.ts'
import type { SheetRow } from '#platform/text/csv.ts'
import { bankFields, columnsOf, type BankMapping } from '#shop/bank/bank-statement-head.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Detects a file's kind by its first bytes: some banks name a text file or a web page .xls. */
export function fileKind(bytes: Uint8Array): 'text' | 'workbook' | 'old workbook' | 'pdf' | 'web page' {
  if (startsWith(bytes, 'PK\u0003\u0004')) return 'workbook'
  // A workbook with a password has this signature too.
  if (startsWith(bytes, '\u00d0\u00cf\u0011\u00e0')) return 'old workbook'
  if (startsWith(bytes, '%PDF')) return 'pdf'
  const begin = String.fromCharCode(...bytes.subarray(0, 500))
  return /^[^a-z]*<(!doctype html|html|head|table|style|meta|\?xml)/i.test(begin) ? 'web page' : 'text'
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or else windows-1252. */
export function decodeStatement(bytes: Uint8Array): string {
  if (startsWith(bytes, '\u00ff\u00fe')) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, '\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const startsWith = (bytes: Uint8Array, mark: string): boolean =>
  [...mark].every((sign, at) => bytes[at] === sign.charCodeAt(0))

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
