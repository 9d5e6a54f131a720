/** Words on the page shorter than this, in letters, are found only as they are: with a slip they are any other word. */
const MIN_WORD_CHARACTERS = 4

/**
 * Whether `typed` is `word` with at most one letter missing, added, wrong or swapped with its neighbour. Both folded,
 * single words.
 */
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

/** Whether every word of `typed` stands in `text`, each as it is or with one slip in a word of four or more letters. */
export function isNearlyIn(typed: string, text: string): boolean {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => [...word].length >= MIN_WORD_CHARACTERS)
  return typed.split(' ').every((one) => text.includes(one) || words.some((word) => isOneSlip(one, word)))
}
