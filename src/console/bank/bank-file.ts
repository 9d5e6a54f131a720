import type { BankMapping } from '#domain/bank-statement-head.ts'

/** Where this browser remembers which column is what, by the head of the file. */
const MAPPING_KEY = 'mehfil.console-bank-mapping'
/** Largest file that is read, in bytes: some hundred thousand rows. */
export const LARGEST_FILE = 20 * 1024 * 1024

/** The text of a file as banks save them: UTF-8, UTF-16 with its mark, or else the Windows page. Null for a workbook. */
export function decodeStatement(bytes: Uint8Array): string | null {
  // Zip (.xlsx), the old .xls, and PDF.
  if ([...['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '%PDF']].some((mark) => startsWith(bytes, mark))) return null
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
  try {
    localStorage.setItem(MAPPING_KEY, JSON.stringify({ ...all(), [signature(head)]: mapping }))
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
