import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '#platform/text/language.ts'
import { KeptPages, UNREAD, type KeptPage } from './kept-pages.ts'

const SECOND_MS = 1_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A table of words and the pages of its rows; counts what is read and rendered. */
function shelf(rows: Record<string, string>) {
  const counts = { reads: 0, renders: 0 }
  const running = { lists: 0, now: 0, most: 0 }
  const state: { rows: Record<string, string>; answers: () => Promise<void> } = {
    rows,
    answers: () => Promise.resolve(),
  }
  const pages = new KeptPages(
    async (id) => {
      counts.reads += 1
      running.now += 1
      running.most = Math.max(running.most, running.now)
      const word = state.rows[id]
      await state.answers().finally(() => (running.now -= 1))
      return word === undefined ? null : { word }
    },
    async () => {
      running.lists += 1
      return Object.keys(state.rows)
    },
    ({ word }, language) => {
      counts.renders += 1
      return `${language} ${word}`
    },
  )
  const text = async (id: string, language: Language = 'en', sender = '192.0.2.1'): Promise<string | null> => {
    const page = await pages.page(id, language, sender)
    return page === UNREAD ? UNREAD : (page?.bytes.toString() ?? null)
  }
  return { pages, text, state, counts, running }
}

test('many requests at once, in two languages, read once and render each language once', async () => {
  const { text, counts } = shelf({ a: 'one' })
  const asked = Array.from({ length: 50 }, (_, at) => text('a', at % 2 ? 'en' : 'mr'))
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['en one', 'mr one']))
  expect(counts).toEqual({ reads: 1, renders: 2 })
  expect(await text('a', 'hi')).toBe('hi one')
  expect(counts).toEqual({ reads: 1, renders: 3 })
})

test('a second later the next request reads again and waits for it, so that a quiet page is never old', async () => {
  const { text, state, counts } = shelf({ a: 'one' })
  await text('a')
  state.rows['a'] = 'two'
  vi.advanceTimersByTime(SECOND_MS - 1)
  expect(await text('a')).toBe('en one')
  vi.advanceTimersByTime(2)
  expect(await Promise.all([text('a'), text('a'), text('a', 'hi')])).toEqual(['en two', 'en two', 'hi two'])
  expect(counts.reads).toBe(2)
})

test('what changes while a read is under way is seen by a read a second after that one began', async () => {
  const { text, state } = shelf({ a: 'one' })
  let finish = (): void => {}
  state.answers = () => new Promise((resolve) => (finish = resolve))
  const asked = text('a')
  await vi.advanceTimersByTimeAsync(0)
  state.rows['a'] = 'two'
  vi.advanceTimersByTime(SECOND_MS + 1)
  finish()
  expect(await asked).toBe('en one')
  state.answers = () => Promise.resolve()
  expect(await text('a')).toBe('en two')
})

test('the page is the same object, with what was compressed, until its bytes change', async () => {
  const { pages, state, counts } = shelf({ a: 'one' })
  const ask = async () => (await pages.page('a', 'en', '192.0.2.1')) as KeptPage
  const first = await ask()
  const compressed = first.compressed('br')
  expect(first.compressed('br')).toBe(compressed)
  expect(brotliDecompressSync(await compressed).toString()).toBe('en one')
  vi.advanceTimersByTime(SECOND_MS + 1)
  expect(await ask()).toBe(first)
  expect(counts).toEqual({ reads: 2, renders: 2 })
  state.rows['a'] = 'two'
  vi.advanceTimersByTime(SECOND_MS + 1)
  const second = await ask()
  expect(second.mark).not.toBe(first.mark)
  expect(brotliDecompressSync(await second.compressed('br')).toString()).toBe('en two')
})

test('a page is rendered again each second even when nothing was written: sales begin and end by time', async () => {
  const pages = new KeptPages(
    () => Promise.resolve({}),
    () => Promise.resolve(['a']),
    () => new Date().toISOString(),
  )
  const ask = async () => (await pages.page('a', 'en', '192.0.2.1')) as KeptPage
  const first = await ask()
  vi.advanceTimersByTime(SECOND_MS + 1)
  expect((await ask()).mark).not.toBe(first.mark)
})

test('ids that are not listed are never read: the list is, once for all guesses of a moment', async () => {
  const { text, state, counts, running } = shelf({ a: 'one' })
  const guessed = await Promise.all(Array.from({ length: 4_000 }, (_, at) => text(`guess ${at}`)))
  expect(new Set(guessed)).toEqual(new Set([null]))
  expect(await text('a')).toBe('en one')
  expect([counts.reads, running.lists]).toEqual([1, 1])
  state.rows['b'] = 'two'
  vi.advanceTimersByTime(SECOND_MS + 1)
  expect(await text('b')).toBe('en two')
  delete state.rows['b']
  vi.advanceTimersByTime(SECOND_MS + 1)
  expect(await text('b')).toBeNull()
  expect(await text('b')).toBeNull()
  expect([counts.reads, running.lists]).toEqual([3, 3])
})

test('a sender has two first reads at once and all have four; each that ends lets one begin', async () => {
  const { text, state, counts, running } = shelf(
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`id ${at}`, 'word'])),
  )
  const ends: (() => void)[] = []
  state.answers = () => new Promise((resolve) => ends.push(resolve))
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
  const flood = Array.from({ length: 57 }, (_, at) => text(`id ${at}`, 'en', '192.0.2.1'))
  await settle()
  expect(counts.reads).toBe(2)
  // Two read, fifty wait, and the rest get the app's page.
  expect(await Promise.all(flood.slice(52))).toEqual(Array(5).fill(UNREAD))
  const others = ['192.0.2.2', '192.0.2.3', '192.0.2.4'].map((sender, at) => text(`id ${57 + at}`, 'en', sender))
  const same = text('id 57', 'hi', '192.0.2.9')
  await settle()
  expect(counts.reads).toBe(4)
  ends.shift()!()
  await settle()
  expect(counts.reads).toBe(5)
  for (let end = ends.shift(); end; end = ends.shift()) {
    end()
    await settle()
  }
  expect(await Promise.all(others)).toEqual(Array(3).fill('en word'))
  expect(await same).toBe('hi word')
  expect(await Promise.all(flood.slice(0, 52))).toEqual(Array(52).fill('en word'))
  expect([counts.reads, running.most]).toEqual([55, 4])
})

test('when the database fails the page stays, also in a language that was not asked for; none was read: unread', async () => {
  const { text, state, counts } = shelf({ a: 'one', b: 'one' })
  await text('a')
  state.answers = () => Promise.reject(new Error('away'))
  vi.advanceTimersByTime(SECOND_MS + 1)
  expect(await text('a')).toBe('en one')
  expect(await text('a', 'hi')).toBe('hi one')
  expect(counts.reads).toBe(2)
  expect(await text('b')).toBe(UNREAD)
  state.answers = () => Promise.resolve()
  expect(await text('b')).toBe('en one')
})

test('a database that does not answer costs a request a second at most, and the next ones nothing', async () => {
  const { text, state, counts } = shelf({ a: 'one' })
  await text('a')
  let finish = (): void => {}
  state.answers = () => new Promise((resolve) => (finish = resolve))
  state.rows['a'] = 'two'
  vi.advanceTimersByTime(SECOND_MS + 1)
  const late = vi.fn()
  const asked = text('a').then(late)
  await vi.advanceTimersByTimeAsync(SECOND_MS - 1)
  expect(late).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(late).toHaveBeenCalledWith('en one')
  expect(await text('a')).toBe('en one')
  expect(counts.reads).toBe(2)
  finish()
  await vi.advanceTimersByTimeAsync(0)
  state.answers = () => Promise.resolve()
  expect(await text('a')).toBe('en two')
})

test('keeps the 200 pages that were asked for last; guessed ids displace none', async () => {
  const rows = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`id ${at}`, 'word']))
  const { text, counts } = shelf(rows)
  for (let at = 0; at < 200; at += 1) await text(`id ${at}`)
  await text('id 0')
  for (let at = 0; at < 2_000; at += 1) await text(`guess ${at}`)
  expect(counts.reads).toBe(200)
  await text('id 200')
  await text('id 0')
  await text('id 2')
  expect(counts.reads).toBe(201)
  await text('id 1')
  expect(counts.reads).toBe(202)
})
