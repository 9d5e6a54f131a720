import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure, FailureCode } from '#platform/failure/failure.ts'
import { batchSender, type BatchSender } from './batches.ts'

interface Row {
  id: string
}
const MOST = 200
const failure = (code: FailureCode): Failure => ({ code, message: code })
const down = failure('server')
const rows = (count: number, from = 0): Row[] => Array.from({ length: count }, (_, n) => ({ id: `s${from + n}` }))

let has: Set<string>
let posts: string[][]
let says: (ids: string[]) => Failure | null
let refused: string[]
let sender: BatchSender<Row>
const drain = (all: readonly Row[]): Promise<Failure | null> =>
  sender.send(all.filter((row) => !has.has(row.id) && !refused.includes(row.id)))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') })
  has = new Set()
  posts = []
  refused = []
  says = () => null
  sender = batchSender<Row>(
    MOST,
    async (batch) => {
      const ids = batch.map((row) => row.id)
      posts.push(ids)
      const problem = says(ids)
      if (!problem) for (const id of ids) has.add(id)
      return problem
    },
    async (row) => void refused.push(row.id),
  )
})
afterEach(() => {
  vi.useRealTimers()
})
const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

describe('a failing server', () => {
  it('gets few requests in two minutes of retries, and all rows once it works', async () => {
    says = () => down
    const all = rows(1_000)
    for (let gone = 0; gone < 120_000; gone += 400) {
      if (!sender.resting()) expect((await drain(all))?.code).toBe('server')
      later(400)
    }
    // Halving down to single rows would take about 5,000 requests.
    expect(posts.length).toBeLessThan(40)
    expect(posts.length).toBeGreaterThan(3)
    says = () => null
    later(60_000)
    for (let gone = 0; gone < 120_000 && has.size < 1_000; gone += 8_000) {
      if (!sender.resting()) await drain(all)
      later(8_000)
    }
    expect(has.size).toBe(1_000)
  })

  it('is not avoided for days after the clock was set back', async () => {
    says = () => down
    await drain(rows(10))
    expect(sender.resting()?.code).toBe('server')
    later(-3 * 86_400_000)
    expect(sender.resting()).toBeNull()
  })

  it('is avoided for a while after rate_limited', async () => {
    says = () => failure('rate_limited')
    await drain(rows(500))
    expect([posts.length, sender.resting()?.code]).toEqual([1, 'rate_limited'])
  })

  it('may be retried at once after unreachable', async () => {
    says = () => failure('unreachable')
    expect((await drain(rows(500)))?.code).toBe('unreachable')
    expect([posts.length, sender.resting()]).toEqual([1, null])
  })
})

describe('one row that the server cannot take', () => {
  const all = rows(450)
  async function rounds(list: readonly Row[], ms: number): Promise<void> {
    for (let gone = 0; gone < ms; gone += 8_000) {
      if (!sender.resting()) await drain(list)
      later(8_000)
    }
  }

  it.each([0, 1, 137, 199, 200, 449])('does not block the others at position %i', async (n) => {
    says = (ids) => (ids.includes(`s${n}`) ? down : null)
    await rounds(all, 60_000)
    expect(has.size).toBe(449)
    expect(posts.length).toBeLessThan(60)
    // It does not block later rows either, and is retried alone with growing pauses.
    const before = posts.length
    await rounds([...all, ...rows(100, 1_000)], 300_000)
    expect(has.size).toBe(549)
    expect(posts.slice(before).filter((ids) => ids.includes(`s${n}`)).length).toBeLessThan(12)
    expect(posts.slice(before).every((ids) => ids.length === 1 || !ids.includes(`s${n}`))).toBe(true)
    says = () => null
    await rounds(all, 120_000)
    expect(has.has(`s${n}`)).toBe(true)
  })

  it('may be one of three', async () => {
    const bad = ['s0', 's1', 's301']
    says = (ids) => (bad.some((id) => ids.includes(id)) ? down : null)
    await rounds(all, 300_000)
    expect(has.size).toBe(447)
  })

  it('does not delay a new row for long when it is alone in the queue', async () => {
    says = (ids) => (ids.includes('s0') ? down : null)
    await rounds(rows(1), 120_000)
    await rounds(rows(2), 16_000)
    expect([...has]).toEqual(['s1'])
  })

  it('is refused at once when its contents are invalid', async () => {
    says = (ids) => (ids.includes('s5') ? failure('invalid') : null)
    expect(await drain(rows(8))).toBeNull()
    expect(refused).toEqual(['s5'])
    expect(has.size).toBe(7)
  })
})
