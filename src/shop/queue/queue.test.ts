import { describe, expect, test } from 'vitest'
import {
  isEstimate,
  mustWait,
  newerEntry,
  newerState,
  nextAsk,
  queuePhase,
  type QueueEntry,
  type QueueState,
} from './queue.ts'

const OPENS = Date.parse('2026-12-01T12:00:00Z')
const before: QueueState = {
  eventId: 'e1',
  joinsFrom: '2026-12-01T11:00:00.000Z',
  opensAt: '2026-12-01T12:00:00.000Z',
  at: OPENS - 60_000,
  seedHash: 'aa',
  listHash: null,
  seed: null,
  drawnAt: null,
  joined: 40,
  drawn: null,
  lastPlace: 0,
  letIn: 0,
  rate: 60,
  endedAt: null,
  again: 10,
}
const DRAWN = OPENS + 2_000
const drawn: QueueState = {
  ...before,
  at: DRAWN,
  listHash: 'bb',
  seed: 'cc',
  drawnAt: '2026-12-01T12:00:02.000Z',
  drawn: 40,
  lastPlace: 40,
}
const entry: QueueEntry = { code: '0123456789', place: null, late: false, joinedAt: '2026-12-01T11:30:00.000Z' }
const placed = (place: number): QueueEntry => ({ ...entry, place })

describe('what a queue is for a person', () => {
  test('without a queue, and after its end, everyone may book', () => {
    expect(queuePhase(null, null, OPENS)).toEqual({ kind: 'none' })
    expect(queuePhase({ ...before, endedAt: '2026-12-01T11:59:00.000Z' }, entry, OPENS)).toEqual({ kind: 'ended' })
  })

  test('without an entry: before joining opens, before the draw, and after it', () => {
    const joins = Date.parse(before.joinsFrom)
    expect(queuePhase(before, null, joins - 1)).toEqual({ kind: 'before' })
    expect(queuePhase(before, null, joins)).toEqual({ kind: 'open', late: false })
    expect(queuePhase(before, null, OPENS)).toEqual({ kind: 'open', late: true })
    expect(queuePhase(drawn, null, DRAWN)).toEqual({ kind: 'open', late: true })
  })

  test('with an entry: until the sale opens, until its place is known, in line', () => {
    expect(queuePhase(before, entry, OPENS - 1)).toEqual({ kind: 'joined' })
    expect(queuePhase(before, entry, OPENS)).toEqual({ kind: 'drawing', late: false })
    expect(queuePhase(drawn, entry, DRAWN)).toEqual({ kind: 'drawing', late: false })
    expect(queuePhase(drawn, placed(3), DRAWN)).toEqual({ kind: 'line', place: 3, ahead: 2, minutes: 1 })
  })

  test('counts on at the rate, but a turn begins only when the server has said so', () => {
    expect(queuePhase(drawn, placed(40), DRAWN)).toMatchObject({ ahead: 39, minutes: 1 })
    expect(queuePhase(drawn, placed(40), DRAWN + 20_000)).toMatchObject({ ahead: 19, minutes: 1 })
    expect(queuePhase(drawn, placed(40), DRAWN + 3_600_000)).toEqual({ kind: 'line', place: 40, ahead: 0, minutes: 0 })
    expect(queuePhase({ ...drawn, letIn: 40 }, placed(40), DRAWN)).toEqual({ kind: 'turn' })
    expect(queuePhase({ ...drawn, letIn: 39 }, placed(40), DRAWN)).toMatchObject({ ahead: 0 })
  })

  test('says no more minutes on a clock that is behind', () =>
    expect(queuePhase({ ...drawn, rate: 1 }, placed(3), DRAWN - 900)).toMatchObject({ ahead: 2, minutes: 3 }))

  test('says no minutes while no one is let in', () => {
    expect(queuePhase({ ...drawn, rate: 0 }, placed(40), DRAWN)).toMatchObject({ ahead: 39, minutes: null })
  })

  test('only who has no turn must wait', () => {
    for (const kind of ['none', 'ended', 'turn'] as const) expect(mustWait({ kind })).toBe(false)
    for (const kind of ['before', 'joined'] as const) expect(mustWait({ kind })).toBe(true)
    for (const kind of ['open', 'drawing'] as const) expect(mustWait({ kind, late: true })).toBe(true)
  })
})

describe('the next question', () => {
  test('comes when the answer said, ten per cent more or less', () => {
    const calm = { ...drawn, again: 20, rate: 0 }
    expect([0, 0.5, 1].map((chance) => nextAsk(calm, placed(40), DRAWN, chance))).toEqual([18_000, 20_000, 22_000])
  })

  test('comes soon after what is due: joining, the opening, the draw, a turn', () => {
    const slow = { ...before, again: 300 }
    const joins = Date.parse(before.joinsFrom)
    const early = { ...slow, at: joins - 9_000 }
    expect(nextAsk(early, null, joins - 8_000, 0)).toBe(9_500)
    expect(nextAsk(early, entry, joins - 8_000, 0)).toBe(270_000)
    expect(nextAsk({ ...slow, again: 9 }, entry, OPENS - 8_000, 1)).toBe(9_900)
    expect(nextAsk({ ...slow, again: 20 }, entry, OPENS - 10_000, 0)).toBe(11_500)
    expect(nextAsk(slow, entry, OPENS, 0)).toBe(3_500)
    expect(nextAsk({ ...drawn, again: 300 }, placed(40), DRAWN, 0)).toBe(41_500)
  })

  test('comes later at the opening for many than for few, so that they do not come at once', () => {
    const many = { ...before, again: 300 }
    expect([0, 0.5, 1].map((chance) => nextAsk(many, entry, OPENS - 10_000, chance))).toEqual([11_500, 36_500, 61_500])
  })

  test('follows the answer again once what was due is past', () => {
    expect(nextAsk({ ...before, again: 20 }, entry, OPENS + 60_000, 0.5)).toBe(20_000)
    expect(nextAsk({ ...drawn, again: 20 }, placed(40), DRAWN + 60_000, 0.5)).toBe(20_000)
  })

  test('comes at once for a place that the draw has given', () =>
    expect(nextAsk({ ...drawn, again: 60 }, entry, DRAWN, 1)).toBe(1_500))

  test('is never sooner than a second and a half, nor later than five minutes', () => {
    expect(nextAsk({ ...drawn, again: 1 }, null, DRAWN, 0)).toBe(1_500)
    expect(nextAsk({ ...drawn, again: 300 }, null, DRAWN, 1)).toBe(300_000)
    expect(nextAsk(null, null, DRAWN, 0)).toBe(300_000)
    expect(nextAsk({ ...drawn, endedAt: drawn.drawnAt }, null, DRAWN, 0)).toBe(300_000)
  })
})

test('an old answer is an estimate', () => {
  expect(isEstimate(drawn, DRAWN + 20_000)).toBe(false)
  expect(isEstimate(drawn, DRAWN + 27_000)).toBe(true)
})

describe('of two answers', () => {
  test('a cached one does not replace a newer one', () => {
    const later = { ...drawn, at: DRAWN + 1_000, letIn: 1 }
    expect(newerState(later, drawn)).toBe(later)
    expect(newerState(drawn, later)).toBe(later)
    expect(newerState(null, drawn)).toBe(drawn)
  })

  test('one of a server whose clock was set back does', () => {
    const far = { ...drawn, at: DRAWN + 3_600_000 }
    expect(newerState(far, drawn)).toBe(drawn)
    expect(newerState({ ...far, eventId: 'e2' }, drawn)).toBe(drawn)
  })

  test('a place that is known stays known', () => {
    expect(newerEntry(placed(3), entry)).toEqual(placed(3))
    expect(newerEntry(entry, placed(3))).toEqual(placed(3))
    expect(newerEntry({ ...placed(3), code: 'other' }, entry)).toEqual(entry)
  })
})
