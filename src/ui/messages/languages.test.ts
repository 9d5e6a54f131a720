import { afterEach, describe, expect, it } from 'vitest'
import { formatDay, formatDayShort, formatTime, setDateLanguage } from '#platform/time/ist.ts'
import { english, type Message } from '../../../tests/support/browser/english.ts'
import * as hi from './hi.ts'
import * as mr from './mr.ts'
import { count } from '../format.ts'
import { plural as hiPlural } from './hi/count.ts'
import { plural as mrPlural } from './mr/count.ts'

const languages = { hi, mr }

/** Fills in any parameter of a message and records which were used; `n` is the count. */
function says(message: Message, n: number): { text: string; used: Set<string> } {
  if (typeof message === 'string') return { text: message, used: new Set() }
  const used = new Set<string>()
  const lists = ['names', 'sections']
  const numbers = 'n most inCart days have percent minutes number of inside waiting news'.split(' ')
  const parameters = new Proxy(
    {},
    {
      get: (_, name: string) => {
        used.add(name)
        if (lists.includes(name)) return Array.from({ length: n }, (_each, at) => `\u00ab${name}${at}\u00bb`)
        if (name === 'state') return 'sold'
        if (name === 'wheelchair') return true
        return numbers.includes(name) ? n : `\u00ab${name}\u00bb`
      },
    },
  )
  return { text: message(parameters as never), used }
}

/** Latin letters in every language: names, abbreviations, codes and the words of UPI apps. */
const LATIN =
  /\u00ab\w+\u00bb|WCAG|AA|UPI transaction ID|UPI reference|UPI|UTR|RRN|QR|GST(IN)?|OTP|PIN|PDF|JSON|PNG|JPEG|WebP|MB|USB|SMS|IST|https|Google Pay|Google|PhonePe|WhatsApp|Safari|iPhone|iPad|Enter|Mehfil|MF7K2QX4MD|MF|7K2Q-X4MD-\w|CICAg|T…|Farah N|D4|name@example\.com|name@bank|[A-Z](?=[\s।.]|$)/g
const OTHER_LANGUAGE = /^gate\.other\./

describe.each(Object.entries(languages))('%s', (name, { messages }) => {
  const translated: Record<string, Message> = messages

  it('has every message of English and no other', () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort())
  })

  it('uses the same parameters as English', () => {
    const differ: string[] = []
    for (const [key, message] of Object.entries(english)) {
      const other = translated[key] ?? ''
      // A count may only change words: compare the parameters used with several counts.
      const parametersOf = (one: Message): string[] =>
        [...new Set([1, 2, 5].flatMap((n) => [...says(one, n).used]))].sort()
      const missing = parametersOf(message).filter(
        (parameter) => !parametersOf(other).includes(parameter) && parameter !== 'n',
      )
      const added = parametersOf(other).filter((parameter) => !parametersOf(message).includes(parameter))
      if (missing.length + added.length > 0) differ.push(`${key}: ${[...missing, ...added].join(', ')}`)
    }
    expect(differ).toEqual([])
  })

  it('has no English left over', () => {
    const left: string[] = []
    for (const [key, message] of Object.entries(translated)) {
      if (OTHER_LANGUAGE.test(key)) continue
      for (const n of [0, 1, 2, 5]) {
        const { text } = says(message, n)
        if (/[A-Za-z]/.test(text.replace(LATIN, ''))) left.push(`${key}: ${text}`)
        if (/undefined|NaN|\[object/.test(text)) left.push(`${key}: ${text}`)
      }
    }
    expect(left).toEqual([])
  })

  it('writes digits and ends of sentences as the language does', () => {
    const wrong: string[] = []
    for (const [key, message] of Object.entries(translated)) {
      const { text } = says(message, 2)
      if (/[०-९]/.test(text)) wrong.push(`${key}: Devanagari digits`)
      if (/ {2}|^ | $| [।,.!?]/.test(text)) wrong.push(`${key}: stray space`)
      if (name === 'mr' && text.includes('।')) wrong.push(`${key}: danda`)
      if (name === 'hi' && /[\u0900-\u097f]\.(\s|$)/.test(text.replace('से.', ''))) wrong.push(`${key}: full stop`)
    }
    expect(wrong).toEqual([])
  })

  it('differs from English wherever there are words', () => {
    const same = Object.entries(english).filter(
      ([key, message]) =>
        translated[key] === message &&
        !OTHER_LANGUAGE.test(key) &&
        /[A-Za-z]/.test(says(message, 2).text.replace(LATIN, '')),
    )
    expect(same.map(([key]) => key)).toEqual([])
  })
})

describe('counting', () => {
  /** What is counted, in the form for 'one' and for 'other'. */
  const things: Record<string, readonly (readonly [one: string, other: string])[]> = {
    en: 'seat ticket place concert minute second hour day scan suggestion update message order payment thing event space device'
      .split(' ')
      .map((noun): [string, string] => [noun, `${noun}s`])
      .concat([['person', 'people']]),
    hi: [
      ['सीट', 'सीटें'],
      ['जगह', 'जगहें'],
      ['घंटा', 'घंटे'],
    ],
    mr: [
      ['सीट', 'सीट्स'],
      ['तिकीट', 'तिकिटे'],
    ],
  }
  /** Parameters that are numbers written out: '1,000'. `n` is one in these messages. */
  const written = ['count', 'said', 'shown']
  const writesN =
    /^(event\.(places|available)|layout\.section\.seats|wallet\.(shown|more)|notice\.shown|orders\.shown|sale\.phase\.left|info\.(q|privacy)\..*)$/
  /** Is asked for two seats and more. */
  const fromTwo = 'seats.best.none'
  const sentence = (key: string, message: Message, n: number): string => {
    if (typeof message === 'string' || (key === fromTwo && n < 2)) return ''
    const parameters = new Proxy({}, {
      get: (_, name: string) => {
        if (name === 'names' || name === 'sections') return Array.from({ length: n }, () => '«»')
        if (written.includes(name) || (/^(n|days)$/.test(name) && writesN.test(key))) return count(n)
        return /^(n|most|inCart|days|minutes|left|wanted|people|tickets|hours)$/.test(name) ? n : '«»'
      },
    }) // prettier-ignore
    return message(parameters as never)
  }

  it.each(Object.entries({ en: english, hi: hi.messages, mr: mr.messages } as Record<string, Record<string, Message>>))(
    '%s has the right form after 0, 1, 2 and 1,000, in every sentence with a number',
    (language, messages) => {
      const rules = new Intl.PluralRules(language)
      const wrong = Object.entries(messages).flatMap(([key, message]) =>
        [0, 1, 2, 1_000].flatMap((n) => {
          const text = sentence(key, message, n)
          const form = rules.select(n) === 'one' ? 1 : 0
          return things[language]!.filter((forms) =>
            new RegExp(`(?<![\\d,.₹])(${n}|${count(n)}) ${forms[form]}(?![\\p{L}\\p{M}])`, 'u').test(text),
          ).map(() => `${key}: ${text}`)
        }),
      )
      expect(wrong).toEqual([])
    },
  )

  it('the languages’ own rules, which load no tables, are those of Intl.PluralRules', () => {
    for (let n = 0; n <= 200; n += 1)
      expect([hiPlural(n, 'one', 'other'), mrPlural(n, 'one', 'other')], String(n)).toEqual([
        new Intl.PluralRules('hi').select(n),
        new Intl.PluralRules('mr').select(n),
      ])
  })
})

describe('days and times', () => {
  afterEach(() => setDateLanguage(null))
  const at = '2026-12-05T14:00:00Z'

  it('are written in the chosen language, with the same digits', () => {
    expect([formatDay(at), formatTime(at)]).toEqual(['Sat 5 Dec 2026', '7:30 pm'])
    setDateLanguage(hi.dates)
    expect([formatDay(at), formatDayShort(at), formatTime(at)]).toEqual([
      'शनि 5 दिसंबर 2026',
      'शनि 5 दिसंबर',
      'शाम 7:30 बजे',
    ])
    setDateLanguage(mr.dates)
    expect([formatDay(at), formatTime(at)]).toEqual(['शनि 5 डिसेंबर 2026', 'सायंकाळी 7:30'])
  })

  it.each([
    ['2026-12-04T18:30:00Z', 'रात 12:00 बजे', 'रात्री 12:00'],
    ['2026-12-04T23:30:00Z', 'सुबह 5:00 बजे', 'पहाटे 5:00'],
    ['2026-12-05T06:29:00Z', 'सुबह 11:59 बजे', 'सकाळी 11:59'],
    ['2026-12-05T06:30:00Z', 'दोपहर 12:00 बजे', 'दुपारी 12:00'],
    ['2026-12-05T10:30:00Z', 'शाम 4:00 बजे', 'सायंकाळी 4:00'],
    ['2026-12-05T14:30:00Z', 'रात 8:00 बजे', 'रात्री 8:00'],
  ])('%s has its part of the day', (instant, hindi, marathi) => {
    setDateLanguage(hi.dates)
    expect(formatTime(instant)).toBe(hindi)
    setDateLanguage(mr.dates)
    expect(formatTime(instant)).toBe(marathi)
  })
})
