import { toPaise, type Paise } from '#shop/prices/money.ts'

const GROUPED = /^(?:\d{1,12}|\d{1,3}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/
/** Above every payment that UPI or IMPS carries: a longer number is not an amount. */
const MAX_PAISE: Paise = 10_00_000_00

/** Reads `1800`, `1800.00`, `1,79,308.52` or `179,308.52` in rupees; null for everything else, 0 and above ₹10,00,000. */
export function readMailAmount(text: string): Paise | null {
  if (!GROUPED.test(text)) return null
  const paise = toPaise(text.replaceAll(',', ''))
  return paise > 0 && paise <= MAX_PAISE ? paise : null
}

/**
 * An order's code (shop/orders/order-code.ts) in a payer's note: eight signs, after MF or alone, with letters between digits
 * or three at the end. One code in 3,000 would look like money, 'RS768S42' or 'RS7JAHXX'; 'RS999999', 'RS9999CR'
 * and '12345GBP' are money.
 */
const NOTE_CODE = /\b(?:MF)?(?=[0-9A-Z]*\d[A-Z]+\d|[A-Z]+\d+[A-Z]{3,}\b)[0-9A-HJKMNP-TV-Z]{8}\b/gi

/** Leaves out orders' codes, before a text is searched for money. */
export const withoutCodes = (text: string): string => text.replace(NOTE_CODE, ' ')

const RUPEES = /(?:\bRs\.?|\bINR\.?|₹)\s*([\d,.]{0,15}\d)/gi
/** Words before the amount of a balance or limit, which is no second credit. */
const BALANCE = /(?:\b(?:bal(?:ance)?|limit)\b|शेष)\.?[^.\n]{0,24}$/i
const BALANCE_WINDOW = 48

/** Returns every different amount in rupees that a text names, balances and limits left out; null for one that cannot
 * be read. */
export function amountsIn(text: string): Set<Paise | null> {
  const found = new Set<Paise | null>()
  for (const match of text.matchAll(RUPEES)) {
    const before = text.slice(Math.max(0, match.index - BALANCE_WINDOW), match.index)
    if (!BALANCE.test(before)) found.add(readMailAmount(match[1] ?? ''))
  }
  return found
}

const FOREIGN =
  /(?:\b(?:USD|EUR|GBP|AED|SGD|AUD|CAD|CHF|JPY|CNY|HKD|NZD|SAR|QAR|KWD|OMR|BHD|THB|MYR|LKR|NPR|BDT|PKR|ZAR|USDT|BTC)\b|[$€£¥])\s*\d|\d\s*(?:USD|EUR|GBP|AED|SGD|USDT|BTC|[$€£¥])/i

/** True when a text names an amount of another currency. */
export const namesForeignMoney = (text: string): boolean => FOREIGN.test(text)
