import type { SheetRow } from '#platform/text/csv.ts'
import type { Paise } from '#shop/prices/money.ts'

/** What a bank's answer says of a payout's lines. */
export interface PayoutAnswer {
  /** The reference of each transfer that went. */
  sent: { line: number; utr: string }[]
  /** Lines of transfers that failed, in the bank's words. */
  failed: { line: number; said: string }[]
  /** Rows that have a line's order, and no reference or several. */
  unclear: number[]
}

/** A line of a payout that is not marked. */
interface Line {
  line: number
  orderCode: string
  amount: Paise
  paidTo: string | null
}

const UTR_HEAD = /\b(utr|rrn)\b|bank ref/i
const STATE_HEAD = /\bstatus\b/i
const FAILED = /fail|reject|return|revers|cancel|^r$/i
/** Twelve digits of UPI and IMPS, HDFC's sixteen, or letters and digits of NEFT and RTGS; no phone number, account or IFSC. */
const REFERENCE = /^(\d{12}|0{4}\d{12}|(?=.*[A-Z])(?=(?:.*\d){8})[A-Z0-9]{12,22})$/i
/** What a column of references may have: as mark_refunded takes it. */
const ANY_REFERENCE = /^[A-Z0-9][A-Z0-9/-]{5,63}$/i

/** Reads which lines were sent, from a file's rows or pasted lines that have the order's code, or UPI id and amount. */
export function readPayoutAnswer(rows: readonly SheetRow[], lines: readonly Line[]): PayoutAnswer {
  const head = rows.find(({ cells }) => cells.length > 1 && cells.some((cell) => UTR_HEAD.test(cell)))?.cells ?? []
  const utrAt = head.findIndex((cell) => UTR_HEAD.test(cell))
  const stateAt = head.findIndex((cell) => STATE_HEAD.test(cell))
  const answer: PayoutAnswer = { sent: [], failed: [], unclear: [] }
  for (const { row, cells } of rows) {
    const words = cells.flatMap((cell) => [cell.trim(), ...cell.trim().split(/\s+/)])
    const line = lineOf(words, lines)
    if (line === null) continue
    const said = (cells[stateAt] ?? '').trim()
    const utr = utrOf((cells[utrAt] ?? '').trim(), words)
    if (FAILED.test(said)) answer.failed.push({ line, said })
    else if (utr === null) answer.unclear.push(row)
    else if (!answer.sent.some((one) => one.line === line)) answer.sent.push({ line, utr })
  }
  return answer
}

/** Returns the only line that a row can be about; the amount decides between several of one order. */
function lineOf(words: readonly string[], lines: readonly Line[]): number | null {
  const has = (text: string | null): boolean =>
    text !== null && words.some((word) => word.toUpperCase() === text.toUpperCase())
  const hasAmount = ({ amount }: Line): boolean =>
    words.some((word) => Number(word.replace(/[₹,]/g, '')) === amount / 100)
  const byCode = lines.filter(({ orderCode }) => has(orderCode))
  const found =
    byCode.length === 1
      ? byCode
      : (byCode.length > 1 ? byCode : lines.filter(({ paidTo }) => has(paidTo))).filter(hasAmount)
  return found.length === 1 ? found[0]!.line : null
}

function utrOf(cell: string, words: readonly string[]): string | null {
  if (ANY_REFERENCE.test(cell)) return cell
  const found = new Set(words.filter((word) => REFERENCE.test(word)))
  return found.size === 1 ? [...found][0]! : null
}
