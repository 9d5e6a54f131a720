import readXlsxFile from 'read-excel-file/universal'
import { readCsvTable, type CsvTable } from '#platform/text/csv.ts'
import { unpackWorkbook, storedArchive, WorkbookRefused } from './workbook-archive.ts'

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
export function decodeText(bytes: Uint8Array): string {
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

/** Bytes of XML, enough for a few hundred thousand rows: a few kilobytes can unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 96 * 1024 * 1024

/** Cells right of column CZ or below row 99,999: the reader allocates every cell before them. */
const FAR_CELL = /\sr="(?:[A-Z]{0,3}\d{6,}|[A-Z]{3,}\d+|[D-Z][A-Z]\d+)"/

export interface Sheet extends CsvTable {
  /** Empty for a text file. */
  name: string
}

export type SheetFile = { sheets: Sheet[] } | { refused: 'old workbook' | 'pdf' | 'web page' | 'damaged' | 'too large' }

/** Reads a CSV or text file, or the visible sheets of a workbook; `refused` says why it cannot. */
export async function readSheets(bytes: Uint8Array): Promise<SheetFile> {
  const kind = fileKind(bytes)
  if (kind === 'text') return { sheets: [{ name: '', ...readCsvTable(decodeText(bytes)) }] }
  if (kind !== 'workbook') return { refused: kind }
  try {
    return { sheets: await readWorkbook(bytes) }
  } catch (error) {
    return { refused: error instanceof WorkbookRefused ? error.why : 'damaged' }
  }
}

async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const files = await unpackWorkbook(bytes, MAX_UNPACKED_BYTES)
  for (const [name, data] of files)
    if (name.includes('worksheets/') && FAR_CELL.test(new TextDecoder().decode(data)))
      throw new WorkbookRefused('too large')
  const book = new TextDecoder().decode(files.get('xl/workbook.xml') ?? new Uint8Array())
  const hidden = [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => /\sstate="(?:veryH|h)idden"/.test(tag))
  const sheets = await readXlsxFile(storedArchive(files).buffer)
  return sheets.flatMap(({ sheet, data }, at) => {
    if (hidden[at] === true) return []
    const rows = data.map((cells, index) => ({ row: index + 1, cells: cells.map(cellText) }))
    return [{ name: sheet, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')), openQuote: null }]
  })
}

/** Formats a cell as CSV has it: dates '2026-12-05', with a time '2026-12-05 19:30' or only that, amounts with at most two decimals. */
export function cellText(value: unknown): string {
  if (value instanceof Date) {
    const [day, time] = new Date(value.getTime() + 500).toISOString().split('T') as [string, string]
    // A time alone is of the first days that a spreadsheet counts from.
    if (day < '1900-01-02') return time.slice(0, 5)
    return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`
  }
  if (typeof value === 'number') {
    const rounded = Math.round(value * 100) / 100
    // Computed amounts have noise: 1800.0000000000002.
    if (Math.abs(rounded - value) >= 1e-6) return String(value)
    return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(2)
  }
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value).toUpperCase() : ''
}
