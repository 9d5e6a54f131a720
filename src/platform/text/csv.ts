/**
 * Comma-separated values (RFC 4180) for spreadsheets. What customers typed must not become a formula there: Excel and
 * LibreOffice read a cell that begins with = + - @ as one, also after a tab or a line break, also with full-width signs
 * (OWASP, 'CSV Injection').
 */

export type CsvCell = string | number | null

/** Tells a spreadsheet that the file is UTF-8. */
export const CSV_BOM = '\uFEFF'

/** Digits that a spreadsheet would write as 6.95382E+11 or without leading zeros; 12E5, which it would multiply. */
const LOOKS_LIKE_NUMBER = /^(\d{12,}|0\d+|\d+e\d+)$/i

/**
 * One cell. Text that a spreadsheet might run gets an apostrophe in front, which makes it text; digits that it would
 * change, such as a UTR, are written as ="…", which spreadsheets show as they are. Numbers of ours stay numbers. Quoted
 * whenever it holds anything that some spreadsheet separates cells or rows by.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  // oxlint-disable-next-line no-control-regex -- a NUL would end the cell in some programs
  const text = value.replace(/\u0000/g, '')
  if (LOOKS_LIKE_NUMBER.test(text)) return `"=""${text}"""`
  const safe = /^[\s\uFEFF\u200B]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;|\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** A whole file: byte order mark, head, one line for each row, lines ended as the RFC says. */
export function csvFile(head: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [head.map(csvCell).join(',')]
  for (const row of rows) lines.push(row.map(csvCell).join(','))
  return `${CSV_BOM}${lines.join('\r\n')}\r\n`
}

export interface SheetRow {
  /** Counted from 1, empty rows included. */
  row: number
  cells: string[]
  /** Its quotes do not fit: its cells are a guess. */
  broken?: boolean
}

export interface CsvTable {
  rows: SheetRow[]
  /** The row of a quote that is never closed, which swallows the rest of the file; null without one. */
  openQuote: number | null
}

/**
 * The rows of a file as it comes from banks and spreadsheets: quoted or not, any line ending, with or without byte
 * order mark, separated by what the file itself uses most (comma, semicolon, tab or bar). A cell written as ="…", which
 * keeps spreadsheets from making a number of it, is its text. Empty rows are counted and left out.
 */
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

/**
 * The cells of `readCsvTable`, for files that we wrote.
 * @internal For tests.
 */
export const readCsv = (file: string): string[][] => readCsvTable(file).rows.map(({ cells }) => cells)

/**
 * The separator that the most lines have. Lakh amounts bring commas into files that are separated otherwise, so among
 * equals a rarer sign wins.
 */
function separatorOf(text: string): string {
  const lines = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]+/)
  const counts = ['\t', '|', ';', ','].map((sign) => ({ sign, n: lines.filter((line) => line.includes(sign)).length }))
  return counts.reduce((best, one) => (one.n > best.n ? one : best)).sign
}
