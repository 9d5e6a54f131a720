import type { MailRefusal } from './proof.ts'

/** Lines before and after the bank's sentence that may be about this credit; further ones are greetings and footers. */
const LINES_AROUND = 4

/** What a bank writes under every mail: warnings that begin with if, and what to bring to a branch. */
const STANDING = /\bif\b[^.?!\n]*|\bcancelled cheques?\b/gi

/** Leaves out standing words, and questions. */
const withoutStanding = (text: string): string =>
  text
    .split(/(?<=[.?!\n])/)
    .filter((sentence) => !sentence.endsWith('?'))
    .join('')
    .replace(STANDING, ' ')

const REFUSED_WORDS: readonly [MailRefusal, RegExp][] = [
  [
    'failed',
    /\b(?:fail(?:ed|ure|s)?|unsuccessful|declined|rejected|not (?:been )?(?:credited|successful|completed)|could not be)\b/i,
  ],
  ['reversed', /\b(?:revers(?:ed|al|e)|returned|charge-?back|charged back|cancelled|on hold|lien)\b/i],
  [
    'not-yet',
    /\b(?:(?:will|would|shall|may|to|yet to) be (?:\w+ )?credited|is being credited|pending|in progress|under process|has been initiated|scheduled)\b/i,
  ],
  ['requested', /\b(?:requested|collect request|payment request|request (?:for|to) pay|is requesting)\b/i],
  ['debited', /\b(?:debited|has a debit|withdrawn)\b/i],
]

/** Returns why a text says that no money came; standing words of the bank say nothing of this credit. */
export function refusalIn(text: string): MailRefusal | null {
  const said = withoutStanding(text)
  return REFUSED_WORDS.find(([, words]) => words.test(said))?.[0] ?? null
}

const FOREIGN =
  /(?:\b(?:USD|EUR|GBP|AED|SGD|AUD|CAD|CHF|JPY|CNY|HKD|NZD|SAR|QAR|KWD|OMR|BHD|THB|MYR|LKR|NPR|BDT|PKR|ZAR|USDT|BTC)\b|[$€£¥])\s*\d|\d\s*(?:USD|EUR|GBP|AED|SGD|USDT|BTC|[$€£¥])/i

/** Returns true when a text names an amount of another currency. */
export const namesForeignMoney = (text: string): boolean => FOREIGN.test(text)

/** Digits of other scripts, letters of scripts that look like Latin ones, styled letters and signs that turn the text. */
const LOOK_ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\uff01-\uff5e\u2102-\u2115\u2118-\u211d\u2124-\u2139\u{1d400}-\u{1d7ff}\u202a-\u202e\u2066-\u2069ıſƖǀ]/u

/** A line in Hindi alone may have that script's digits: no template reads it. */
const isHindi = (line: string): boolean => /\p{Script=Devanagari}/u.test(line) && !/[A-Za-z₹]/.test(line)

export const hasLookAlikes = (text: string): boolean =>
  LOOK_ALIKE.test(text) ||
  text.split('\n').some((line) => /(?![0-9])\p{Nd}/u.test(isHindi(line) ? line.replace(/[०-९]/g, '') : line))

/** The sentence's words that its payer wrote. */
type Payer = 'name' | 'note'

/** Returns the sentence and the lines around it, without what its payer wrote in `leftOut`. */
export function aroundSentence(text: string, match: RegExpExecArray, leftOut: readonly Payer[]): string {
  const before = text.slice(0, match.index).split('\n')
  const after = text.slice(match.index + match[0].length).split('\n')
  // From the last on, so that the places of the others stay.
  const places = leftOut.flatMap((group) => match.indices?.groups?.[group] ?? [])
  let sentence = match[0]
  for (let at = places.length - 2; at >= 0; at -= 2)
    sentence = `${sentence.slice(0, places[at]! - match.index)} ${sentence.slice(places[at + 1]! - match.index)}`
  return [before.slice(-1 - LINES_AROUND).join('\n'), sentence, after.slice(0, 1 + LINES_AROUND).join('\n')].join('')
}

const CREDITED = /\b(?:credited|received|deposited)\b/i
const RUPEES = /\bRs\.?\s*\d|\bINR\b|₹/i

/** Returns true for a text that names rupees and says that something came: of a wording that is not known it may be a credit. */
export const looksLikeCredit = (text: string): boolean => CREDITED.test(text) && RUPEES.test(text)
