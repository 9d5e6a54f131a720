import { expect, test } from 'vitest'
import { adminQueue } from '../../../tests/support/concerts/queue-rows.ts'
import type { AdminQueue } from '#shop/queue/queue-admin.ts'
import { readQueueDraft, typedOfQueue, type TypedQueue } from './queue-draft.ts'

const now = Date.parse('2026-12-01T04:30:00Z') // 10 am in India
const event = { date: '2026-12-20T13:30:00Z' }
const typed: TypedQueue = { joinsFrom: '2026-12-04T10:00', opensAt: '2026-12-05T10:00', pace: 'shop', perMinute: '' }

/** Times with fractions, as only a program writes them. */
const stored = (at: string, more: Partial<AdminQueue> = {}) =>
  adminQueue({
    ...{ joinsFrom: '2026-12-04T04:30:12.345678+00:00', opensAt: '2026-12-05T04:30:12.345678+00:00', at },
    ...more,
  })
const whileJoining = stored('2026-12-04T06:00:00Z')

test('reads times of India and the rate', () => {
  const times = { joinsFrom: '2026-12-04T04:30:00.000Z', opensAt: '2026-12-05T04:30:00.000Z' }
  expect(readQueueDraft(typed, null, event, now)).toEqual({ times: { ...times, perMinute: null } })
  expect(readQueueDraft({ ...typed, pace: 'number', perMinute: '1,00,000' }, null, event, now)).toEqual({
    times: { ...times, perMinute: 100_000 },
  })
})

test('says what is wrong with a new queue, at each field', () => {
  const problems = (more: Partial<TypedQueue>) => {
    const read = readQueueDraft({ ...typed, ...more }, null, event, now)
    return 'problems' in read ? read.problems : {}
  }
  expect(problems({ joinsFrom: '', opensAt: '' })).toEqual({
    joinsFrom: 'Choose when joining opens.',
    opensAt: 'Choose when the sale opens.',
  })
  expect(problems({ joinsFrom: '2026-12-01T10:00' }).joinsFrom).toMatch(/^Joining opens after now/)
  expect(problems({ opensAt: typed.joinsFrom }).opensAt).toBe('The sale opens after joining does.')
  expect(problems({ opensAt: '2026-12-20T19:00' }).opensAt).toBe('The sale opens before the concert begins.')
  expect(problems({ joinsFrom: '2026-02-30T10:00' }).joinsFrom).toBe('There is no such date and time.')
  for (const perMinute of ['', '0', '1.5', '100001', 'many'])
    expect(problems({ pace: 'number', perMinute }), perMinute).toHaveProperty('perMinute')
  expect(problems({ pace: 'shop', perMinute: 'many' })).toEqual({})
})

test('a time that was not edited goes back exactly as it is stored, also when it could no longer be chosen', () => {
  const read = readQueueDraft(typedOfQueue(whileJoining), whileJoining, event, now + 10 * 86_400_000)
  expect(read).toEqual({
    times: { joinsFrom: whileJoining.joinsFrom, opensAt: whileJoining.opensAt, perMinute: null },
  })
})

test('once people can join, joining stays and the sale opens only later; when the list is closed, it stays too', () => {
  const read = (more: Partial<TypedQueue>, queue: AdminQueue) =>
    readQueueDraft({ ...typedOfQueue(queue), ...more }, queue, event, now)
  expect(read({ joinsFrom: '2026-12-04T11:00' }, whileJoining)).toEqual({
    problems: { joinsFrom: 'It stays: joining opened Fri 4 Dec 2026, 10:00 am.' },
  })
  expect(read({ opensAt: '2026-12-05T09:00' }, whileJoining)).toMatchObject({
    problems: { opensAt: expect.stringMatching(/^It can only be later than Sat 5 Dec 2026, 10:00 am/) },
  })
  expect(read({ opensAt: '2026-12-05T12:00' }, whileJoining)).toMatchObject({
    times: { joinsFrom: whileJoining.joinsFrom, opensAt: '2026-12-05T06:30:00.000Z' },
  })
  const closed = stored('2026-12-05T04:31:00Z', { listedAt: '2026-12-05T04:30:13Z' })
  expect(read({ opensAt: '2026-12-05T12:00' }, closed)).toEqual({
    problems: { opensAt: 'It stays: the list was closed Sat 5 Dec 2026, 10:00 am.' },
  })
  expect(read({ pace: 'number', perMinute: '300' }, closed)).toMatchObject({ times: { perMinute: 300 } })
})
