import type { BankMapping } from '#domain/bank-statement-head.ts'

/** Where this browser remembers which column is what, by the head of the file. */
const MAPPING_KEY = 'mehfil.console-bank-mapping'
/** Largest file that is read, in bytes: some hundred thousand rows. */
export const LARGEST_FILE = 20 * 1024 * 1024

/** What a file is by its first bytes. Some banks call a text file .xls, and some a web page. */
export function fileKind(bytes: Uint8Array): 'text' | 'workbook' | 'old workbook' | 'pdf' | 'web page' {
  if (startsWith(bytes, 'PK\u0003\u0004')) return 'workbook'
  // Also a workbook with a password.
  if (startsWith(bytes, '\u00d0\u00cf\u0011\u00e0')) return 'old workbook'
  if (startsWith(bytes, '%PDF')) return 'pdf'
  const begin = String.fromCharCode(...bytes.subarray(0, 500))
  return /^[^a-z]*<(!doctype html|html|head|table|style|meta|\?xml)/i.test(begin) ? 'web page' : 'text'
}

/** The text of a file as banks save them: UTF-8, UTF-16 with its mark, or else the Windows page. */
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

/** What somebody chose for a file with the same head before; null when nobody did. */
export function rememberedMapping(head: readonly string[]): BankMapping | null {
  const found = all()[signature(head)]
  return found &&
    Object.values(found).every((at) => at === null || (Number.isInteger(at) && at >= 0 && at < head.length))
    ? found
    : null
}

export function rememberMapping(head: readonly string[], mapping: BankMapping): void {
  write({ ...all(), [signature(head)]: mapping })
}

/** Files with this head are read by what the head says again. */
export function forgetMapping(head: readonly string[]): void {
  const { [signature(head)]: _, ...others } = all()
  write(others)
}

function write(mappings: Record<string, BankMapping>): void {
  try {
    localStorage.setItem(MAPPING_KEY, JSON.stringify(mappings))
  } catch {
    // Private mode: it is chosen again next time.
  }
}

function all(): Record<string, BankMapping> {
  try {
    return (JSON.parse(localStorage.getItem(MAPPING_KEY) ?? '{}') ?? {}) as Record<string, BankMapping>
  } catch {
    return {}
  }
}
