import { describe, expect, test } from 'vitest'
import { formatDayTime } from '#platform/time/ist.ts'
import { acceptedLanguage, inLanguage, serverWords } from './words.ts'

type Word = string | ((parameters: never) => string)
const NAMES = /«\w+»|\(IST\)/g

/** Fills each parameter with its own name; `n` is a count. */
function says(word: Word, n: number): { text: string; used: string[] } {
  if (typeof word === 'string') return { text: word, used: [] }
  const used = new Set<string>()
  const get = (_: object, name: string): unknown => {
    used.add(name)
    return name === 'n' ? n : `«${name}»`
  }
  return { text: word(new Proxy({}, { get }) as never), used: [...used].filter((name) => name !== 'n').sort() }
}

describe.each(['hi', 'mr'] as const)('the server’s words in %s', (language) => {
  const english: [string, Word][] = Object.entries(serverWords.en)
  const translated: Record<string, Word> = serverWords[language]

  test('are complete, with the same parameters', () => {
    expect(Object.keys(translated).sort()).toEqual(english.map(([key]) => key).sort())
    for (const [key, word] of english)
      for (const n of [1, 2]) expect(says(translated[key] ?? '', n).used, key).toEqual(says(word, n).used)
  })

  test('have no English left and end sentences as the language does', () => {
    for (const [key, word] of Object.entries(translated)) {
      const { text } = says(word, 2)
      expect(text.replaceAll(NAMES, ''), key).not.toMatch(/[A-Za-z०-९]|undefined/)
      if (language === 'mr') expect(text, key).not.toContain('।')
      else expect(text, key).not.toMatch(/[\u0900-\u097f]\.(\s|$)/)
    }
  })
})

test('inLanguage resets the language, even after an error', () => {
  const at = '2026-12-05T14:00:00Z'
  expect(inLanguage('hi', () => formatDayTime(at))).toBe('शनि 5 दिसंबर 2026, शाम 7:30 बजे')
  expect(() =>
    inLanguage('mr', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(formatDayTime(at)).toBe('Sat 5 Dec 2026, 7:30 pm')
})

test('acceptedLanguage returns the best supported language, else English', () => {
  const asks: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['hi-IN', 'hi'],
    ['mr-IN,mr;q=0.9,en-US;q=0.8', 'mr'],
    ['en-GB,en;q=0.9,hi;q=0.8', 'en'],
    ['en;q=0.3, hi;q=0.7', 'hi'],
    ['gu-IN, mr;q=0.5', 'mr'],
    ['hi;q=0, en', 'en'],
    ['hi;q=x;;,,', 'en'],
    ['ta', 'en'],
  ]
  for (const [header, language] of asks) expect(acceptedLanguage(header), header).toBe(language)
})
