import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import vectors from '#shop/tickets/passes/pass-code-vectors.json' with { type: 'json' }
import { checkCharacter } from '#shop/tickets/ticket-code.ts'
import { whatIs } from '#shop/gate/scans/find-ticket.store.ts'
import { altCodes, keyboardReadings } from './keyboard-readings.ts'
import { presentedByKeys } from './scanned-text.ts'

type Random = () => number

/** The same sequence in each run, 0 to below 1. */
function randomOf(seed: number): Random {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

const SCANS = 10_000
const MAX_PAUSE_OF_THE_PAGE_MS = 300

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'timeStamp'>
type Layout = (key: Omit<Key, 'timeStamp'>) => string

let now = 0
let due: { at: number; run: () => void } | null = null
let handle: (event: KeyboardEvent) => void
let read: string[]

/** A page whose clock and only timer the test runs. */
beforeEach(() => {
  now = 0
  due = null
  read = []
  vi.stubGlobal('HTMLElement', vi.fn())
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('performance', { now: () => now })
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => (due = { at: now + ms, run }))
  vi.stubGlobal('clearTimeout', (timer: unknown) => (due = timer === due ? null : due))
  vi.stubGlobal('addEventListener', (_: string, listener: typeof handle) => (handle = listener))
  vi.stubGlobal('removeEventListener', vi.fn())
})
afterEach(() => vi.unstubAllGlobals())

const signs: Record<string, [string, boolean]> = {
  ' ': ['Space', false],
  $: ['Digit4', true],
  '%': ['Digit5', true],
  '*': ['Digit8', true],
  '+': ['Equal', true],
  '-': ['Minus', false],
  '.': ['Period', false],
  '/': ['Slash', false],
  ':': ['Semicolon', true],
}
const keyOf = (sign: string): Omit<Key, 'timeStamp'> => {
  const [code, shiftKey] = signs[sign] ?? (/\d/.test(sign) ? [`Digit${sign}`, false] : [`Key${sign}`, true])
  return { key: sign, code, shiftKey }
}

const IN_SCRIPT = 'ौैाीूबहगदजडोे्िुपरकतचटमनवलस'
/** Three of InScript's keys type more than one character. */
const CLUSTERS: Record<string, string> = { Digit5: 'ज्ञ', Digit8: 'श्र', Digit4: 'र्' }
const layouts: Record<string, Layout> = {
  'as printed': ({ key }) => key,
  'Caps Lock': ({ key }) => key.toLowerCase(),
  InScript: ({ key, code, shiftKey }) =>
    (shiftKey && CLUSTERS[code]) || (code.startsWith('Key') ? IN_SCRIPT[code.charCodeAt(3) - 65]! : key),
}

/** Types a code as a scanner does, two to ten milliseconds a key, from `at` on. */
function typed(text: string, layout: Layout, at: number, random: Random, ends: boolean): Key[] {
  const keys = [...text].map(keyOf).map((key) => ({ ...key, key: layout(key) }))
  if (ends) keys.push({ key: 'Enter', code: 'Enter', shiftKey: false })
  let pressed = at
  return keys.map((key) => ({ ...key, timeStamp: (pressed += 2 + Math.floor(random() * 8)) }))
}

/** Runs until all keys are handled and no timer is set. The page pauses at random; a timer or a key may then come first. */
function live(keys: readonly Key[], random: Random): void {
  for (let next = 0; next < keys.length || due;) {
    const key = keys[next]
    now = Math.max(now, Math.min(key?.timeStamp ?? Infinity, due?.at ?? Infinity))
    if (random() < 0.02) now += random() * MAX_PAUSE_OF_THE_PAGE_MS
    const isTimer = due !== null && due.at <= now && (!key || key.timeStamp > now || random() < 0.5)
    if (isTimer) {
      const { run } = due!
      due = null
      run()
    } else if (key && key.timeStamp <= now) {
      handle({ ...key, target: null, preventDefault: () => undefined } as KeyboardEvent)
      next += 1
    }
  }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const some = (n: number, random: Random): string =>
  Array.from({ length: n }, () => alphabet[Math.floor(random() * 32)]).join('')

it(`of ${SCANS} scans on a page that pauses, in any layout, no genuine code is refused`, () => {
  const random = randomOf(37)
  keyboardReadings((text) => read.push(text))
  const answers: Record<string, number> = {}
  const refused: string[] = []
  for (let scan = 0; scan < SCANS; scan += 1) {
    const body = some(8, random)
    const code = [
      vectors.genuine[scan % vectors.genuine.length]!.code,
      body + checkCharacter(body),
      `MF${some(8, random)}`,
    ][scan % 7 === 0 ? 1 : scan % 11 === 0 ? 2 : 0]!
    const [, layout] = Object.entries(layouts)[Math.floor(random() * 3)]!
    read = []
    live(typed(code, layout, now + 400, random, random() < 0.8), random)
    for (const text of read) {
      const { kind } = whatIs(presentedByKeys(text))
      answers[kind] = (answers[kind] ?? 0) + 1
      if (kind === 'garbage') refused.push(`${code} as ${text}`)
    }
    if (read.length === 0) answers.silent = (answers.silent ?? 0) + 1
  }
  expect(refused).toEqual([])
  expect(answers).toEqual({ code: expect.any(Number) as number, typed: expect.any(Number) as number })
  expect(answers.code! + answers.typed!).toBe(SCANS)
}, 60_000)

it('a part of a code is scanned again; what cannot be a part of one is no ticket', () => {
  const { code } = vectors.genuine[0]!
  const kindOf = (text: string) => whatIs(presentedByKeys(text)).kind
  for (let cut = 6; cut < code.length; cut += 1)
    for (const part of [code.slice(cut), code.slice(cut).toLowerCase()])
      expect(['part', 'typed']).toContain(kindOf(part))
  expect(kindOf('WNEC8A')).toBe('part')
  for (const other of ['upi://pay?pa=asha@bank', 'https://example.in/T', '{"id":1}', 'फिर'])
    expect(kindOf(other)).toBe('garbage')
})

it('says once that a scanner types Alt codes', () => {
  const said = vi.fn()
  altCodes(said)
  const press = (at: number) => handle({ altKey: true, code: 'Numpad7', timeStamp: at } as KeyboardEvent)
  for (const at of Array.from({ length: 100 }, (_, n) => n * 5)) press(at)
  expect(said).toHaveBeenCalledTimes(1)
  for (const at of [20_000, 22_000, 24_000, 26_000, 28_000, 30_000, 32_000, 34_000, 36_000]) press(at)
  expect(said).toHaveBeenCalledTimes(1)
})
