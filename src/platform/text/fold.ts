const APOSTROPHES = /['`´‘’‛ʹʻʼʽˈ′＇]/g

/** Accents, nuktas, joiners, variation selectors and signs without width. */
const UNSEEN =
  // oxlint-disable-next-line no-misleading-character-class -- exactly these signs, each by itself
  /[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]/g

/** Letters that do not come apart into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Everything that parts words but white space: punctuation and symbols, and the dandas of Indian scripts. */
const SIGNS =
  // oxlint-disable-next-line no-control-regex -- control characters part words, too
  /[\u0001-\u001f!-/:-@[-`{-\u00bf\u00d7\u00f7\u02c2-\u02df\u0964\u0965\u0970\u2010-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3001-\u303f]/gu

const plain = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(/[łøđðħıŋßæœþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/&/g, ' and ')
    .replace(/[\t-\r\u1680\u2028\u2029]/g, ' ')

/** Tidies spaces and writes single letters beside each other as one word: 'a r rahman' is 'ar rahman'. */
const tidy = (text: string): string =>
  text
    .replace(/ +/g, ' ')
    .trim()
    .replace(/(?<![^ ])([^ ]) (?=[^ ](?: |$))/gu, '$1')

/**
 * Returns the words of a text as search compares them: lower case, without accents, nuktas, joiners, apostrophes and
 * signs, initials as one word. Vowel signs of Indian scripts stay. Same as private.fold_words.
 */
export const fold = (text: string): string => tidy(plain(text).replace(SIGNS, ' '))

/** Returns the words of a stored text, each after a space, and those that people also write as one ('ac dc acdc'). */
export function searchableText(text: string): string {
  const words = fold(text)
  const joined = tidy(plain(text).replace(/\. */g, '').replace(SIGNS, ''))
  return joined === words ? ` ${words}` : ` ${words} ${joined}`
}

/** Returns the text with a space for each apostrophe: "D'Souza" is also found as "Souza" where only beginnings of words match. */
export const withoutApostrophes = (text: string): string => text.replace(APOSTROPHES, ' ')

const MAX_INITIALS = 2

/** Returns what `searchableText` must contain for each typed word. One or two letters match only the beginning of a word. */
export const wantedWords = (typed: string): string[] =>
  fold(typed)
    .split(' ')
    .filter(Boolean)
    .map((word) => ([...word].length <= MAX_INITIALS ? ` ${word}` : word))

/** True when a stored text, as `searchableText`, has each typed word; false for a typed text without words. */
export function hasWords(searchable: string, typed: string): boolean {
  const wanted = wantedWords(typed)
  return wanted.length > 0 && wanted.every((word) => searchable.includes(word))
}
