import { readCsv } from './csv.ts'
import type { Paise } from './money.ts'

/**
 * Bank statements as Indian banks hand them out for download (SBI, HDFC, ICICI and the like): some lines about the
 * account first, then a head, then rows; amounts with lakh commas, credits and debits in columns of their own or in one
 * with a mark beside it; the UTR somewhere in the narration. Only credits are of interest here.
 */

/** What a column can be. Credit alone, or amount with its mark, says what came in. */
export const bankFields = ['date', 'narration', 'reference', 'credit', 'debit', 'amount', 'mark', 'balance'] as const
export type BankField = (typeof bankFields)[number]

/** Which column is what, by its index; null where the file has none. */
export type BankMapping = Record<BankField, number | null>

export interface BankTable {
  head: string[]
  rows: string[][]
  /** Line of the file's own counting at which the first row stands, without empty lines. */
  firstRow: number
}

export interface BankCredit {
  /** 'YYYY-MM-DD' as the bank booked it. */
  day: string
  amount: Paise
  narration: string
  /** The UTR of the transfer, where the row says it (`utrsIn`); empty for cash, interest and the like. */
  utrs: string[]
  balance: Paise | null
  /** 1, or which one it is among rows of the file that are alike in everything. */
  occurrence: number
}

export interface BankStatement {
  credits: BankCredit[]
  debits: number
  /** Rows that have an amount or a date but cannot be read, as they stand in the file. */
  unreadable: { row: number; text: string }[]
  /** First and last day of all rows that were read; null without any. */
  from: string | null
  to: string | null
}

const words: Record<BankField, RegExp> = {
  date: /^(txn|tran|transaction|trans|posting|post|book(ing)?)?\s*\.?\s*date$|^date$/,
  narration: /narration|description|remarks|particulars|details/,
  reference: /ref|cheque|chq|utr|rrn/,
  credit: /credit|deposit|^cr\.?$|paid in/,
  debit: /debit|withdrawal|^dr\.?$|paid out/,
  amount: /amount/,
  mark: /^(cr\s*\/\s*dr|dr\s*\/\s*cr|type|(transaction|txn) type|cr\/dr indicator|debit\s*\/\s*credit|credit\s*\/\s*debit)$/,
  balance: /balance/,
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\(.*?\)/g, ' ')
    .replace(/[\s.]+/g, ' ')
    .trim()

/** What the columns of a head most likely are; null when they do not say when, what and how much. */
export function guessMapping(head: readonly string[]): BankMapping | null {
  const names = head.map(plain)
  const mapping: BankMapping = {
    date: null,
    narration: null,
    reference: null,
    credit: null,
    debit: null,
    amount: null,
    mark: null,
    balance: null,
  }
  const taken = new Set<number>()
  const take = (field: BankField, fits: (name: string) => boolean): void => {
    if (mapping[field] !== null) return
    const at = names.findIndex((name, index) => !taken.has(index) && name !== '' && fits(name))
    if (at < 0) return
    mapping[field] = at
    taken.add(at)
  }
  // The most telling first: 'Debit / Credit' is a mark, 'Credit amount' a credit, 'Chq./Ref.No.' no narration.
  for (const field of ['mark', 'balance', 'credit', 'debit', 'date', 'narration', 'reference', 'amount'] as const)
    take(field, (name) => words[field].test(name))
  take('date', (name) => /date|^value dat/.test(name))
  return isUsable(mapping) ? mapping : null
}

/** When, what, and how much came in: without them nothing can be read. */
export function isUsable(mapping: BankMapping): boolean {
  return mapping.date !== null && mapping.narration !== null && (mapping.credit !== null || mapping.amount !== null)
}

/** Lines before which the head must have come. */
const LONGEST_PREAMBLE = 60

/** The table of a file: the first line that reads like a head, and all below. Null when no line does. */
export function findBankTable(file: string): BankTable | null {
  const rows = readCsv(file)
  const at = rows.slice(0, LONGEST_PREAMBLE).findIndex((row) => row.length >= 3 && guessMapping(row) !== null)
  if (at >= 0) return { head: rows[at]!.map((cell) => cell.trim()), rows: rows.slice(at + 1), firstRow: at + 2 }
  // No head that we know: the first wide line, for somebody to say what its columns are.
  const widest = Math.max(0, ...rows.map((row) => row.length))
  const wide = rows.slice(0, LONGEST_PREAMBLE).findIndex((row) => row.length >= 3 && row.length >= widest - 1)
  return wide < 0
    ? null
    : { head: rows[wide]!.map((cell) => cell.trim()), rows: rows.slice(wide + 1), firstRow: wide + 2 }
}

/** Reads every row by the mapping. Lines below the rows (totals, notes) have no date and are passed over. */
export function readBankRows(table: BankTable, mapping: BankMapping): BankStatement {
  const statement: BankStatement = { credits: [], debits: 0, unreadable: [], from: null, to: null }
  const seen = new Map<string, number>()
  table.rows.forEach((row, index) => {
    const cell = (field: BankField): string => (row[mapping[field] ?? -1] ?? '').trim()
    const day = readDay(cell('date'))
    if (day === null && !/\d/.test(cell('date'))) return
    // An opening balance, or a line that goes on with the narration above: no money moves in it.
    if (!/\d/.test(cell('credit') + cell('debit') + cell('amount')) && day !== null) return
    const moved = movedIn(cell)
    if (day === null || moved === null) {
      // A line that only looks like a row: its 'date' is a number of something and no money moves in it.
      if (day === null && moved === null) return
      statement.unreadable.push({ row: table.firstRow + index, text: row.join(' ').replace(/\s+/g, ' ').trim() })
      return
    }
    if (statement.from === null || day < statement.from) statement.from = day
    if (statement.to === null || day > statement.to) statement.to = day
    if (moved <= 0) {
      statement.debits += 1
      return
    }
    const reference = cell('reference')
    const text = cell('narration').replace(/\s+/g, ' ')
    const narration = [text, text.includes(reference) ? '' : reference].filter(Boolean).join(' · ')
    const balance = readAmount(cell('balance'))
    const alike = JSON.stringify([day, moved, narration.toUpperCase(), balance])
    const occurrence = (seen.get(alike) ?? 0) + 1
    seen.set(alike, occurrence)
    statement.credits.push({
      day,
      amount: moved,
      narration,
      utrs: utrsIn(cell('narration'), reference),
      balance,
      occurrence,
    })
  })
  return statement
}

/** Paise that came in (negative: went out); null when the row does not say. */
function movedIn(cell: (field: BankField) => string): Paise | null {
  const credit = readAmount(cell('credit'))
  const debit = readAmount(cell('debit'))
  if (credit !== null && credit !== 0) return credit
  if (debit !== null && debit !== 0) return -Math.abs(debit)
  const amount = readAmount(cell('amount'))
  if (amount === null) return credit ?? debit
  const mark = cell('mark') || (/[cd]r\.?$/i.exec(cell('amount'))?.[0] ?? '')
  if (/^\s*(d|w|-)/i.test(mark)) return -Math.abs(amount)
  return /^\s*(c|\+)/i.test(mark) ? Math.abs(amount) : amount
}

/** '1,25,000.50', '₹ 500', '500.00 Cr', '(500.00)', '500.00 Dr' → paise; null for anything that is no amount. */
export function readAmount(text: string): Paise | null {
  const found =
    /^(\()?\s*([+-])?\s*(?:₹|rs\.?|inr)?\s*([+-])?\s*(\d[\d,]*|\d*)(?:\.(\d{1,2})0*)?\s*(?:(cr|dr)\.?)?\s*(\))?$/i.exec(
      text.replace(/[\s\u00a0]+/g, ' ').trim(),
    )
  if (!found) return null
  const [, open, sign, secondSign, whole = '', part = '', mark, close] = found
  if ((whole === '' && part === '') || (open === undefined) !== (close === undefined)) return null
  if (!/^\d*$|^\d{1,3}(,\d{2,3})*,\d{3}$/.test(whole)) return null
  const paise = Number(whole.replaceAll(',', '') || '0') * 100 + Number(part.padEnd(2, '0') || '0')
  if (!Number.isSafeInteger(paise)) return null
  const out = open !== undefined || sign === '-' || secondSign === '-' || mark?.toLowerCase() === 'dr'
  return out && paise !== 0 ? -paise : paise
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** '05/12/2026', '5-12-26', '05-Dec-26', '5 Dec 2026', '2026-12-05', with or without a time → '2026-12-05'. Days come first in India. */
export function readDay(text: string): string | null {
  const clean = text.trim().replace(/[,\s]+\d{1,2}:\d{2}(:\d{2})?(\s*[ap]m)?$/i, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?$/.exec(clean)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = /^(\d{1,2})[-/.\s]*([a-z]{3,9})[-/.,\s]*(\d{4}|\d{2})$/i.exec(clean)
  if (named) return dayOf(year(named[3]!), months.indexOf(named[2]!.slice(0, 3).toLowerCase()) + 1, Number(named[1]))
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(clean)
  return numbers ? dayOf(year(numbers[3]!), Number(numbers[2]), Number(numbers[1])) : null
}

const year = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

function dayOf(y: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(y, month - 1, day))
  const exists = y >= 2000 && y < 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

/**
 * The UTR that a row of a statement gives its transfer: of the reference column, else of its place in a UPI or IMPS
 * narration (`UPI/CR/412345678901/…`), else the only one in the narration. None where two could be meant: the payer
 * writes a part of the narration, and a number that the payer wrote proves nothing.
 *
 * A UTR is a run of exactly twelve digits between signs that are neither letters nor digits; HDFC fills it up with zeros
 * to sixteen. Digits of a payment address (`919876543210@ybl`) and runs of one digit are none.
 */
export function utrsIn(narration: string, reference = ''): string[] {
  const referred = candidates(reference)
  if (referred.length === 1) return referred
  const placed = PLACED.exec(narration.trim())?.[1]
  if (placed !== undefined && !ONE_DIGIT.test(placed)) return [placed]
  const found = candidates(narration)
  return found.length === 1 ? found : []
}

/** Right behind the bank's own words, before anything that a payer can choose. */
const PLACED = /^(?:[^/@\d]*[-/ ])?(?:upi|imps)[-/](?:(?:cr|p2a|p2m|p2p|in|rrn|ref)[-/])*0*(\d{12})(?![\w@])/i
const CANDIDATE = /(?<![\p{L}\p{N}@])0*(\d{12})(?![\p{L}\p{N}])(?![\w.-]*@)/gu
const ONE_DIGIT = /^(\d)\1+$/

const candidates = (text: string): string[] => {
  const found = [...text.matchAll(CANDIDATE)].map(([, utr]) => utr!)
  return [...new Set(found.filter((utr) => !ONE_DIGIT.test(utr)))]
}
