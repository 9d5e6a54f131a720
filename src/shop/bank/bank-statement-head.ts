import type { SheetRow } from '#platform/text/csv.ts'

/** What a column can be. Credit alone, or amount with its mark, says what came in. */
export const bankFields = ['date', 'narration', 'reference', 'credit', 'debit', 'amount', 'mark', 'balance'] as const
export type BankField = (typeof bankFields)[number]

/** Which column is what, by its index; null where the file has none. */
export type BankMapping = Record<BankField, number | null>

export const noMapping: BankMapping = {
  date: null,
  narration: null,
  reference: null,
  credit: null,
  debit: null,
  amount: null,
  mark: null,
  balance: null,
}

export interface BankTable {
  head: string[]
  /** All rows below the head, with their numbers as a spreadsheet shows them. */
  rows: SheetRow[]
  /** Number of the row with a quote that is never closed; the rows below it are lost in it. Null without one. */
  openQuote: number | null
}

const isIn = (name: string): boolean => /credit|deposit|\bcr(?=\b|am(oun)?t)|paid in|money in/.test(name)
const isOut = (name: string): boolean => /debit|withdraw|\bdr(?=\b|am(oun)?t)|paid out|money out/.test(name)

/** 'D/C', 'DrCr', 'Cr | Dr Ind': both directions, in letters. */
const DIRECTIONS = /^(dr?\W*cr?|cr?\W*dr?)( (type|ind|indicator|flag|mark|sign))?$|^part tran type$/
/** 'Tran Type', 'Indicator': a mark, unless another column says both directions. */
const KIND =
  /^((txn|tran|trans|transaction|entry|amount|amt|withdrawal\W*deposit|deposit\W*withdrawal) )?(type|ind|indicator|flag|mark|sign)$/

/** What a head's name says, the most telling field first. A name of both directions is a mark or an amount of both kinds. */
const tells: [BankField, (name: string) => boolean][] = [
  ['mark', (name) => isIn(name) && isOut(name) && name.length <= 25 && !/amount|amt|withdraw|\bbal/.test(name)],
  ['mark', (name) => DIRECTIONS.test(name)],
  ['balance', (name) => /balance|\bbal\b/.test(name)],
  ['credit', (name) => isIn(name) && !isOut(name)],
  ['debit', (name) => isOut(name) && !isIn(name)],
  ['date', (name) => /^((txn|tran|transaction|trans|posting|post|book(ing)?) ?)?date$/.test(name)],
  ['narration', (name) => /narration|description|remarks|particulars|details/.test(name)],
  ['reference', (name) => /ref|cheque|chq|utr|rrn/.test(name)],
  ['mark', (name) => KIND.test(name)],
  ['amount', (name) => isIn(name) === isOut(name) && (/amount|\bamt\b/.test(name) || isIn(name))],
  ['date', (name) => /date|^value dat/.test(name)],
]

/** 'Amount (INR )' is an amount in rupees; 'Amount (Cr.)' is what came in. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\(\s*([cd]r\.?|credit|debit|[cd]r\.?\s*\/\s*[cd]r\.?)\s*\)/g, ' $1 ')
    .replace(/\(.*?\)/g, ' ')
    .replace(/[\s._]+/g, ' ')
    .trim()

/** What the columns of a head most likely are; null when they do not say when, what and how much. */
export function guessMapping(head: readonly string[]): BankMapping | null {
  const names = head.map(plain)
  const mapping = { ...noMapping }
  const taken = new Set<number>()
  for (const [field, fits] of tells) {
    if (mapping[field] !== null) continue
    const at = names.findIndex((name, index) => !taken.has(index) && name !== '' && fits(name))
    if (at < 0) continue
    mapping[field] = at
    taken.add(at)
  }
  return isUsable(mapping) ? mapping : null
}

/** When, what, and how much came in: without them nothing can be read. */
export function isUsable(mapping: BankMapping): boolean {
  return mapping.date !== null && mapping.narration !== null && (mapping.credit !== null || mapping.amount !== null)
}

/** Lines before which the head must have come. */
const MAX_PREAMBLE_ROWS = 60

/** The table among the rows of a file or sheet: the first row that reads like a head, and all below. Null when no row does. */
export function bankTableOf(rows: readonly SheetRow[], openQuote: number | null = null): BankTable | null {
  const first = rows.slice(0, MAX_PREAMBLE_ROWS)
  const known = first.findIndex(({ cells }) => cells.length >= 3 && guessMapping(cells) !== null)
  // No known head: the first wide row, whose columns staff then name.
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const at = known >= 0 ? known : first.findIndex(({ cells }) => cells.length >= 3 && cells.length >= widest - 1)
  return at < 0 ? null : { head: first[at]!.cells.map((cell) => cell.trim()), rows: rows.slice(at + 1), openQuote }
}
