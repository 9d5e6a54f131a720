import { wantedWords } from './fold.ts'

const MIN_WORD_CHARACTERS = 4

/** Returns true for folded words with at most one letter missing, added, wrong or swapped with its neighbour. */
export function isOneSlip(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]]
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const left = a.slice(start, a.length - end)
  const meant = b.slice(start, b.length - end)
  if (left.length <= 1 && meant.length <= 1) return true
  return left.length === 2 && meant.length === 2 && left[0] === meant[1] && left[1] === meant[0]
}

/** True when a text, as `searchableText`, has each typed word, with at most one slip in longer words. */
export function isNearlyIn(typed: string, searchable: string): boolean {
  const words = searchable.split(' ').filter((word) => [...word].length >= MIN_WORD_CHARACTERS)
  return wantedWords(typed).every((one) => searchable.includes(one) || words.some((word) => isOneSlip(one, word)))
}
