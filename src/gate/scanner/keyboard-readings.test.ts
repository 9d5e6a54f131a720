import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyboardReadings } from './keyboard-readings.ts'
import { MAX_KEY_GAP_MS, READING_END_MS } from './keyboard-scanner.ts'

class Key extends Event {
  readonly key: string

  constructor(key: string) {
    super('keydown', { cancelable: true })
    this.key = key
  }
}

const CODE = 'MF2:ABC 123'
let page: EventTarget
const read: string[] = []
let stop: () => void

/** Keeps the only thread busy, as a decoder or a large list does. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** What a scanner types in a few milliseconds; the page handles each key when it comes to it. */
const typed = (text: string): Key[] => [...text].map((key) => new Key(key))

beforeEach(() => {
  page = new EventTarget()
  read.length = 0
  vi.stubGlobal('HTMLElement', vi.fn())
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  stop = keyboardReadings((text) => read.push(text))
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it('reads a code whole when the page is busy between its keys', () => {
  for (const key of [...typed(CODE), new Key('Enter')]) {
    block(MAX_KEY_GAP_MS + 5)
    page.dispatchEvent(key)
  }
  expect(read).toEqual([CODE])
})

it('waits for the keys of a code that are still queued when the page was busy', async () => {
  const keys = typed(CODE)
  for (const key of keys.slice(0, 7)) page.dispatchEvent(key)
  block(2 * READING_END_MS)
  await pause(1)
  for (const key of keys.slice(7)) page.dispatchEvent(key)
  await vi.waitFor(() => expect(read).not.toEqual([]))
  expect(read).toEqual([CODE])
})
