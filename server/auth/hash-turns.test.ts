import { expect, test } from 'vitest'
import { PasswordQueue } from './sign-in-limits.ts'

function slowWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>((resolve) => ends.push(resolve))
    return name
  }
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { begun, work, endOne }
}

test('runs two at once and serves the senders in turn', async () => {
  const turns = new PasswordQueue()
  const { begun, work, endOne } = slowWork()
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => turns.run('a', work(name)))
  all.push(turns.run('b', work('b1')), turns.run('c', work('c1')))
  expect(begun).toEqual(['a1', 'a2'])
  for (let n = 0; n < 7; n += 1) await endOne()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'])
})

test('refuses a sender with a hundred waiting, and only that sender', async () => {
  const turns = new PasswordQueue()
  const { work, endOne } = slowWork()
  const all = Array.from({ length: 102 }, (_, n) => turns.run('a', work(`${n}`)))
  expect(await turns.run('a', work('one more'))).toBeNull()
  all.push(turns.run('b', work('b')))
  for (let n = 0; n < 103; n += 1) await endOne()
  expect((await Promise.all(all)).includes(null)).toBe(false)
})

test('frees the place after a failure', async () => {
  const turns = new PasswordQueue()
  const fail = () => Promise.reject(new Error('no'))
  for (let n = 0; n < 5; n += 1) await expect(turns.run('a', fail)).rejects.toThrow('no')
  expect(await turns.run('a', async () => 'well')).toBe('well')
})
