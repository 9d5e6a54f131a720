/**
 * The reference a customer gives for their payment. What a bank's statement shows is the UTR (also called RRN): twelve
 * digits. Apps print numbers of their own beside it, and those are what people paste: PhonePe's start with T and a
 * date, Google Pay's with CICAg.
 */

/** Digits of a UPI reference (UTR, RRN). */
const UTR_LENGTH = 12

/** Longest reference the database stores, in characters. */
const MAX_REFERENCE_LENGTH = 64

type ReferenceReason =
  /** Only digits, but not twelve. `digits` says how many. */
  | 'digit-count'
  /** PhonePe's own transaction id. */
  | 'phonepe'
  /** Google Pay's own transaction id. */
  | 'google-pay'
  /** Longer than can be stored. Cannot be sent, not even by an override. */
  | 'too-long'
  /** Has letters or signs that cannot be stored. Cannot be sent, not even by an override. */
  | 'unprintable'
  /** Anything else. */
  | 'letters'

export type Reference =
  | { kind: 'empty' }
  | { kind: 'utr'; value: string }
  | {
      kind: 'other'
      /** As it would be sent after 'Send it anyway': trimmed, digits without grouping. */
      value: string
      reason: ReferenceReason
      /** How many digits were typed. */
      digits: number
      /**
       * The one run of twelve digits inside the text, when there is exactly one: most likely what is meant. A letter that
       * looks like a digit counts as that digit where there is no such run without.
       */
      found: string | null
      /** False when the database would refuse it whatever the customer confirms. */
      sendable: boolean
    }

/**
 * Reads what somebody typed or pasted as a payment reference. Twelve digits are a UTR, grouped (`4123 5678 9012`,
 * `4123-5678-9012`) or not; digits of every script and full-width ones count as digits. The database reads references by
 * the same rule (private.normal_reference); both are tested on reference-cases.json.
 */
export const readReference = (text: string): Reference => {
  const clean = plainDigits(text.normalize('NFKC').replace(INVISIBLE, '')).replace(/\s+/gu, ' ').trim()
  if (clean === '') return { kind: 'empty' }
  const bare = clean.replace(GROUPING, '')
  const onlyDigits = /^\d+$/.test(bare)
  if (onlyDigits && bare.length === UTR_LENGTH) return { kind: 'utr', value: bare }
  const value = onlyDigits ? bare : clean
  const reason = reasonOf(value, onlyDigits)
  return {
    kind: 'other',
    value,
    reason,
    digits: (clean.match(/\d/g) ?? []).length,
    found: onlyDigits ? null : (soleUtrIn(clean) ?? soleUtrIn(withLookAlikes(clean))),
    sendable: reason !== 'too-long' && reason !== 'unprintable',
  }
}

/** What is sent as the reference: the UTR's digits, or the text as it was confirmed; empty when there is none. */
export const referenceToSend = (text: string): string => {
  const reference = readReference(text)
  return reference.kind === 'empty' ? '' : reference.value
}

/** Whether a stored reference is a UTR: twelve digits, ungrouped. */
export const isUtr = (value: string): boolean => /^\d{12}$/.test(value)

/** A UTR as people read it aloud: `4123 5678 9012`. Anything else stays as it is. */
export const groupReference = (value: string): string => (isUtr(value) ? value.replace(/(\d{4})(?=\d)/g, '$1 ') : value)

/** Invisible signs that come along with a copied text: format characters, fillers, the blank of Braille. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const GROUPING = /[\s.,_\u2010-\u2015-]/gu

const reasonOf = (value: string, onlyDigits: boolean): ReferenceReason => {
  if (value.length > MAX_REFERENCE_LENGTH) return 'too-long'
  if (!/^[\x20-\x7e]+$/.test(value)) return 'unprintable'
  if (onlyDigits) return 'digit-count'
  if (/^T\d{6,}/i.test(value)) return 'phonepe'
  if (/^CICAg/i.test(value)) return 'google-pay'
  return 'letters'
}

/** Looks for the only group of twelve digits, read with spaces and hyphens between them. */
const soleUtrIn = (text: string): string | null => {
  const runs = (text.match(/(?<![A-Za-z\d])\d(?:[ -]?\d)*(?![A-Za-z\d])/g) ?? []).map((run) => run.replace(/[ -]/g, ''))
  const utrs = runs.filter((run) => run.length === UTR_LENGTH)
  return utrs.length === 1 ? utrs[0]! : null
}

/** Unicode has the decimal digits of each script in a row, from 0 to 9. The database has the list: private.plain_digits. */
const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })

/** What looks like each digit from 0 to 9. The database has the same list, and says where from: private.look_alike_digits. */
const LOOK_ALIKES = [
  'OoΟοОоՕօଠഠဝᴏꓳ〇○◯Øøംంಂ⓿',
  'IiLlıІіΙιƖӀӏǀ|∣।❶➀➊⓵',
  'ZzΖƧƨᒿ❷➁➋⓶',
  'ЗзӠӡƷʒȜȝɜꞫ❸➂➌⓷',
  'Ꮞ❹➃➍⓸',
  'SsЅѕƼƽ❺➄➎⓹',
  'БбᏮϬ❻➅➏⓺',
  '❼➆➐⓻',
  'BbВвΒβȢȣଃ❽➇➑⓼',
  'Ꝯꝯ❾➈➒⓽',
]

/** The text with what looks like a digit as that digit, in words that have a digit: the O of `No.` stays. */
const withLookAlikes = (text: string): string =>
  text.normalize('NFKD').replace(/\S*\d\S*/g, (word) => word.replace(/\D/gu, digitLike).replace(/\p{M}/gu, ''))

const digitLike = (sign: string): string => {
  const digit = LOOK_ALIKES.findIndex((signs) => signs.includes(sign))
  return digit < 0 ? sign : String(digit)
}
