import { expect, test } from 'vitest'
import type { LiveFigures } from '#shop/upkeep/live.ts'
import { ageText, clockText, figureText, holdsText, queueText, warningsOf } from './live-words.ts'

const figures = { errorsMinute: 0, refusedMinute: 14, busyMinute: 0, queues: [] } as unknown as LiveFigures

test('warns of errors and of requests that had to wait only, and says what to do', () => {
  expect(warningsOf(figures)).toEqual([])
  expect(warningsOf({ ...figures, errorsMinute: 1 })[0]?.title).toBe('1 error of the server in the last minute')
  const [busy] = warningsOf({ ...figures, busyMinute: 30 })
  expect(busy?.title).toBe('30 requests were asked to wait in the last minute')
  expect(busy?.text).toContain('give the next large sale a queue')
  // A figure that the server does not send is no warning.
  expect(warningsOf({ ...figures, errorsMinute: Number.NaN, busyMinute: Number.NaN })).toEqual([])
})

test('writes figures, times of India to the second, and ages', () => {
  expect([figureText(40_211), figureText(8, ' ms'), figureText(Number.NaN)]).toEqual(['40,211', '8 ms', '–'])
  expect(['2026-12-05T04:31:05Z', '2026-12-05T18:30:00Z', '2026-12-05T06:45:59Z'].map(clockText)).toEqual([
    '10:01:05 am',
    '12:00:00 am',
    '12:15:59 pm',
  ])
  expect([-5, 1_000, 119_999, 200_000].map(ageText)).toEqual(['0 seconds', '1 second', '119 seconds', '3 minutes'])
})

test('says where a queue is', () => {
  const at = '2026-12-05T04:31:10Z'
  const queue = { drawnAt: null, opensAt: '2026-12-05T05:30:00Z' }
  expect(queueText(queue, at)).toBe('Opens 11:00 am')
  expect(queueText({ ...queue, opensAt: '2026-12-06T05:30:00Z' }, at)).toBe('Opens Sun 6 Dec 2026, 11:00 am')
  expect(queueText({ ...queue, opensAt: at }, at)).toBe('Being drawn')
  expect(queueText({ ...queue, drawnAt: at }, at)).toBe('Drawn 10:01 am')
})

test('the picture of the holds has its sentence', () => {
  const holds = [
    { at: '2026-12-05T04:30:50Z', count: 12 },
    { at: '2026-12-05T04:31:00Z', count: 3 },
  ]
  expect(holdsText(holds)).toBe('Most in ten seconds: 12 at 10:00:50 am. The last ten seconds: 3.')
})
