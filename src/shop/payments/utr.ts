/** Bank statements show the UTR (RRN), twelve digits; customers also paste their app's own transaction id. */

const UTR_LENGTH = 12

/** Characters that the database stores. */
const MAX_REFERENCE_LENGTH = 64

type ReferenceReason = 'digit-count' | 'phonepe' | 'google-pay' | 'too-long' | 'unprintable' | 'letters'

export type Reference =
  | { kind: 'empty' }
  | { kind: 'utr'; value: string }
  | {
      kind: 'other'
      /** As sent after 'Send it anyway': trimmed, digits without grouping. */
      value: string
      reason: ReferenceReason
      digits: number
      /** The only run of twelve digits in the text, if there is one; look-alike letters count as a second try. */
      found: string | null
      /** False when the database would refuse it. */
      sendable: boolean
    }

/** Accepts grouping and the digits of every script. Same rule as private.normal_reference (reference-cases.json). */
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

/** Returns the UTR, or the text as confirmed; empty for an empty text. */
export const referenceToSend = (text: string): string => {
  const reference = readReference(text)
  return reference.kind === 'empty' ? '' : reference.value
}

export const isUtr = (value: string): boolean => /^\d{12}$/.test(value)

/** Groups a reference for reading: `4123 5678 9012`; returns anything else as it is. */
export const groupReference = (value: string): string => (isUtr(value) ? value.replace(/(\d{4})(?=\d)/g, '$1 ') : value)

/** Format characters, fillers and the Braille blank, which come along with copied text. */
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

const soleUtrIn = (text: string): string | null => {
  const runs = (text.match(/(?<![A-Za-z\d])\d(?:[ -]?\d)*(?![A-Za-z\d])/g) ?? []).map((run) => run.replace(/[ -]/g, ''))
  const utrs = runs.filter((run) => run.length === UTR_LENGTH)
  return utrs.length === 1 ? utrs[0]! : null
}

/** Unicode has the digits of each script in a row, from 0 to 9. Same as private.plain_digits. */
const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })

/** Look-alikes of 0 to 9. Same as private.look_alike_digits, which names the source. */
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

/** Replaces look-alikes only in words that have a digit: the O of `No.` stays. */
const withLookAlikes = (text: string): string =>
  text.normalize('NFKD').replace(/\S*\d\S*/g, (word) => word.replace(/\D/gu, digitLike).replace(/\p{M}/gu, ''))

const digitLike = (sign: string): string => {
  const digit = LOOK_ALIKES.findIndex((signs) => signs.includes(sign))
  return digit < 0 ? sign : String(digit)
}
