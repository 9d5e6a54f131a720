/** Words that say nothing about how a payment ended: 'TXN_SUCCESS', 'Payment failed'. */
const FILLERS = /\b(payment|txn|transaction|trans|order|upi|status|was|is|has|been|by|the|user|bank|auto)\b/g

const CAME = /^(success|successful|successfully|succeeded|completed?|captured|paid|settled|received|credit|credited)$/
const WENT = /^(debit|debited)$/
const NO_MONEY =
  /^((not |un)success(ful)?|fail(ed|ure)?|error|pending|declined|rejected|refund(ed)?|revers(ed|al)|returned|cancell?ed|dropped|bounced|expired|timed ?out|time ?out|initiated|created|attempted|not attempted|authori[sz]ed|auth|in ?progress|processing|void(ed)?|incomplete|aborted|charge ?back|charged back|disputed|unpaid|not paid)$/

/**
 * Returns how a payment ended, by a word of its state: in, out, none (no money moved, or it went back); null for an
 * unknown word.
 */
export function stateOf(text: string): 'in' | 'out' | 'none' | null {
  if (/[^\p{L}\p{M}\s_.-]/u.test(text.trim())) return null
  const word = text
    .toLowerCase()
    .replace(/[\s_.-]+/g, ' ')
    .replace(FILLERS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return CAME.test(word) ? 'in' : WENT.test(word) ? 'out' : NO_MONEY.test(word) ? 'none' : null
}

/** Returns true for the name of a column of states. 'State' is also a part of an address, so its words must agree. */
export const isStateName = (name: string): boolean => /(\b|payment|txn|transaction|order)(status|result|outcome)\b|^(payment|txn|transaction) ?state$/.test(name) && !/settle|refund|kyc/.test(name) // prettier-ignore

/** Returns a currency other than the rupee, as written; null for rupees and for nothing. */
export const foreignIn = (text: string): string | null =>
  /^(|inr|rs|₹|rupees?|indian rupees?|356|-|na)$/.test(text.toLowerCase().replace(/[./]/g, '').trim()) ? null : text

/** Finds a currency in the name of an amount: 'Amount (USD)'. */
export const currencyIn = (name: string): string =>
  /\b(usd|eur|gbp|aed|sgd|aud|cad|jpy|chf|hkd|nzd|myr|thb|sar|qar|kwd|bhd|omr|npr|lkr|bdt)\b|[$€£]/i.exec(name)?.[0] ??
  ''

export const isRefundName = (name: string): boolean => /\brefund(?!able)|\brevers(al|ed)|charge[ _]?back|\bdispute/i.test(name) // prettier-ignore

/** True for what a column of refunds says of a payment that was not given back. */
export const saysNothing = (text: string): boolean =>
  /^(|-+|0*(\.0+)?|₹? ?0(\.0+)?|n\/?a|null|nil|none|no|not refunded|false|\[\]|\{\})$/i.test(text.trim())
