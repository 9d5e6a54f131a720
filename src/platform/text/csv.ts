/** CSV (RFC 4180) for spreadsheets. Text of customers must not become a formula there (OWASP, 'CSV Injection'). */

export type CsvCell = string | number | null

export const CSV_BOM = '\uFEFF'

/** Digits that a spreadsheet would change: 6.95382E+11, leading zeros, 12E5. */
const LOOKS_LIKE_NUMBER = /^(\d{12,}|0\d+|\d+e\d+)$/i

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const BETWEEN = '[ ,./-]*'
/** What a spreadsheet would make a date, a time, a truth or a fraction: DEC25, 3/4, 10:30, TRUE. */
const LOOKS_LIKE_DATE = new RegExp(
  `^\\s*(?:${[
    `${MONTH}${BETWEEN}\\d{1,4}(?:${BETWEEN}\\d{2,4})?`,
    `\\d{1,4}${BETWEEN}${MONTH}(?:${BETWEEN}\\d{1,4})?`,
    // Not 2026-12-05, which this shop writes for a day.
    String.raw`(?!\d{4}-\d\d-\d\d\s*$)\d{1,4}[/-]\d{1,4}(?:[/-]\d{1,4})?`,
    String.raw`\d{1,4}(?::\d{1,2}){1,2}(?:\.\d+)?(?: ?[ap]m?)?`,
    String.raw`\d{1,2}(?: ?[ap]m| [ap])`,
    String.raw`\d+ \d+/\d+`,
    'true|false',
  ].join('|')})\\s*$`,
  'i',
)

/** Writes one cell. An apostrophe disarms a possible formula; a UTR, or a code such as DEC25, is kept by ="…". */
export function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  // oxlint-disable-next-line no-control-regex -- a NUL would end the cell in some programs
  const text = value.replace(/\u0000/g, '')
  if (LOOKS_LIKE_NUMBER.test(text) || LOOKS_LIKE_DATE.test(text)) return `"=""${text}"""`
  const safe = /^[\s\uFEFF\u200B]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** Writes one line of a file, with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Writes a file with byte order mark, head and CRLF line ends. */
export const csvFile = (head: readonly string[], rows: Iterable<readonly CsvCell[]>): string =>
  [CSV_BOM, csvLine(head), ...Array.from(rows, csvLine)].join('')

export interface SheetRow {
  /** Counted from 1, empty rows included. */
  row: number
  cells: string[]
  /** Its quotes do not match: the cells are a guess. */
  broken?: boolean
}

export interface CsvTable {
  rows: SheetRow[]
  /** The row of a quote that is never closed and swallows the rest; null without one. */
  openQuote: number | null
}

/** Reads CSV of banks and spreadsheets: any separator, quoting and line end. Counts empty rows and leaves them out. */
export function readCsvTable(file: string): CsvTable {
  const text = file.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const rows: SheetRow[] = []
  let cells: string[] = []
  let cell = ''
  let row = 1
  let quoted = false
  let closed = false
  let broken = false
  const endCell = (): void => {
    cells.push(/^="[^]*"$/.test(cell.trim()) ? cell.trim().slice(2, -1) : cell)
    cell = ''
    closed = false
  }
  const endRow = (): void => {
    endCell()
    if (cells.some((one) => one.trim() !== '')) rows.push(broken ? { row, cells, broken } : { row, cells })
    cells = []
    broken = false
    row += 1
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else {
        quoted = false
        closed = true
      }
    } else if (sign === '"' && !closed && /^\s*=?$/.test(cell)) {
      quoted = true
      cell = ''
    } else if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      endRow()
    } else {
      cell += sign
      if (closed && sign.trim() !== '') broken = true
    }
  }
  const openQuote = quoted ? row : null
  endRow()
  return { rows, openQuote }
}

/** Reads the rows alone. @internal For tests. */
export const readCsv = (file: string): string[][] => readCsvTable(file).rows.map(({ cells }) => cells)

/** Returns the most frequent one. On a tie the rarer wins: amounts in lakhs bring commas into any file. */
function separatorOf(text: string): string {
  const lines = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]+/)
  const counts = ['\t', '|', ';', ','].map((sign) => ({ sign, n: lines.filter((line) => line.includes(sign)).length }))
  return counts.reduce((best, one) => (one.n > best.n ? one : best)).sign
}
