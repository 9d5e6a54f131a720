import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pass, settled } from '../../../../tests/support/device/time.ts'
import { pageLife } from '../../../../tests/support/device/page-life.ts'

type Lock = typeof import('./lock.ts')
let life: ReturnType<typeof pageLife>
let page: Lock
let other: Lock

const newPage = async (): Promise<Lock> => {
  vi.resetModules()
  return import('./lock.ts')
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  other = await newPage()
  life = pageLife()
  page = await newPage()
})
afterEach(() => {
  life.end()
  vi.useRealTimers()
})

/** Work that runs until `end` is called. */
function work(): { run: () => Promise<string>; end: () => void; begun: () => boolean } {
  let begun = false
  let end!: () => void
  const done = new Promise<void>((resolve) => (end = resolve))
  return {
    run: async () => {
      begun = true
      await done
      return 'done'
    },
    end,
    begun: () => begun,
  }
}

it('a lock is held by one page at a time, however long the work takes', async () => {
  const first = work()
  const second = work()
  const results = [page.withLock('a', first.run), other.withLock('a', second.run)]
  await pass(60_000)
  expect([first.begun(), second.begun()]).toEqual([true, false])
  first.end()
  second.end()
  expect(await Promise.all(results)).toEqual(['done', 'done'])
})

it('a lock is taken over from a suspended page that does not answer', async () => {
  let release!: () => void
  void navigator.locks.request('b', () => new Promise<void>((resolve) => (release = resolve))).catch(() => undefined)
  await settled(20)
  const mine = work()
  const result = page.withLock('b', mine.run)
  await pass(3_000)
  expect(mine.begun()).toBe(false)
  await pass(6_000)
  expect(mine.begun()).toBe(true)
  mine.end()
  expect(await result).toBe('done')
  release()
})

it('a lock is released by a page that is left, and its work still ends after it comes back', async () => {
  const first = work()
  const result = page.withLock('c', first.run)
  await settled(20)
  life.leave()
  expect(await other.withLock('c', async () => 'mine')).toBe('mine')
  life.comeBack()
  first.end()
  expect(await result).toBe('done')
})

it('a lock is not requested by a page that is left until it comes back', async () => {
  const first = work()
  const held = other.withLock('d', first.run)
  const mine = work()
  const result = page.withLock('d', mine.run)
  await settled(20)
  life.leave()
  first.end()
  await held
  await settled(50)
  expect(mine.begun()).toBe(false)
  mine.end()
  life.comeBack()
  expect(await result).toBe('done')
})

it('a lock rejects with the error of the work and is free again', async () => {
  await expect(page.withLock('e', () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await other.withLock('e', async () => 1)).toBe(1)
})
