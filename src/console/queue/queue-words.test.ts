import { expect, test } from 'vitest'
import { adminQueue as queue } from '../../../tests/support/concerts/queue-rows.ts'
import { concernWords, phaseWords, rateWords, refusedFields, whyQueueFailed } from './queue-words.ts'

test('says what comes next', () => {
  const drawn = { drawnAt: '2026-12-05T04:30:01Z', joined: 5_000 }
  expect(phaseWords(queue({ at: '2026-12-01T00:00:00Z' })).text).toBe('Joining opens Fri 4 Dec 2026, 10:00 am.')
  expect(phaseWords(queue({ ...drawn, letIn: 800 })).text).toBe(
    'At this rate the last of them is let in within 7 minutes.',
  )
  expect(phaseWords(queue({ ...drawn, letIn: 4_900 })).text).toContain('within a minute')
  expect(phaseWords(queue({ ...drawn, letIn: 5_000 })).text).toMatch(/^Everyone who joined is let in/)
  expect(phaseWords(queue({ ...drawn, rate: 0 })).text).toContain('no one now')
  expect(phaseWords(queue({ endedAt: '2026-12-04T05:00:00Z' })).text).toBe(
    'Since Fri 4 Dec 2026, 10:30 am everyone may buy. It was not drawn.',
  )
})

test('says who set the rate', () => {
  expect(rateWords(queue())).toBe('600 a minute, as the shop bears')
  expect(rateWords(queue({ rate: 1_200, perMinute: 1_200 }))).toBe('1,200 a minute, as you set')
})

test('warns of a sale that the queue stops', () => {
  expect(concernWords({ stopped: ['Gold', 'Silver'], earlier: [], later: [] }, true)).toEqual([
    'Gold and Silver are on sale now. While there is a queue, no one can buy until the list is drawn.',
  ])
  expect(concernWords({ stopped: [], earlier: ['Gold'], later: ['Silver'] }, true)).toHaveLength(2)
  expect(concernWords({ stopped: [], earlier: [], later: [] }, true)).toEqual([])
})

test('puts what the server refuses beside its field, and has words for the rest', () => {
  const refused = (code: 'invalid' | 'too_late', detail: string) =>
    Object.keys(refusedFields({ code, message: code, detail }))
  expect(refused('invalid', 'p_joins_from')).toEqual(['joinsFrom'])
  expect(refused('invalid', 'p_opens_at')).toEqual(['opensAt'])
  expect(refused('invalid', 'p_per_minute')).toEqual(['perMinute'])
  expect(refused('too_late', 'p_joins_from')).toEqual(['joinsFrom'])
  expect(refused('too_late', 'p_opens_at')).toEqual(['opensAt'])
  for (const code of ['queue_ended', 'not_on_sale', 'not_found', 'too_late', 'forbidden', 'unreachable'] as const)
    expect(whyQueueFailed({ code, message: code }), code).not.toContain('Something went wrong')
})
