import { expect, it } from 'vitest'
import { SeatHistory, type AvailabilityWire } from './seat-history.ts'

const said = (...taken: string[]): AvailabilityWire => ({ version: taken.join('-') || 'none', at: taken.join(), taken })

it('says what changed since a version', () => {
  const history = new SeatHistory(said('A1', 'A2'))
  expect(history.take(said('A1', 'A3'))).toBe(true)
  expect(history.take(said('A1', 'A3', 'A4'))).toBe(true)
  expect(history.since('A1-A2')).toEqual({ since: 'A1-A2', added: ['A3', 'A4'], gone: ['A2'] })
  expect(history.since('A1-A3-A4')).toEqual({ since: 'A1-A3-A4', added: [], gone: [] })
  expect(history.since('B1')).toBeNull()
  expect(['A1-A2', 'A1-A3', 'A1-A3-A4', 'B1'].map((version) => history.knows(version))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it('keeps when a version was first seen', () => {
  const history = new SeatHistory({ ...said('A1'), at: 'first' })
  expect(history.take({ ...said('A1'), at: 'later' })).toBe(false)
  expect(history.now.at).toBe('first')
})

it('leaves out a seat that came and went', () => {
  const history = new SeatHistory(said('A1'))
  history.take(said('A1', 'A2'))
  history.take(said('A2'))
  history.take(said('A1'))
  history.take(said('A1', 'A3'))
  expect(history.since('A1')).toEqual({ since: 'A1', added: ['A3'], gone: [] })
  expect(history.since('A1-A2')).toEqual({ since: 'A1-A2', added: ['A3'], gone: ['A2'] })
})

it('follows any walk of versions, and forgets the oldest', () => {
  const seats = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']
  let random = 42
  const draw = (): string[] =>
    seats.filter(() => ((random = (random * 1_103_515_245 + 12_345) % 2_147_483_648), random % 3 === 0))
  const first = draw()
  const history = new SeatHistory(said(...first))
  const seen = [first]
  for (let n = 0; n < 400; n += 1) {
    const next = draw()
    history.take(said(...next))
    seen.push(next)
  }
  const now = history.now.taken
  let known = 0
  for (const taken of seen) {
    const changes = history.since(said(...taken).version)
    if (!changes) continue
    known += 1
    const followed = [...taken.filter((seat) => !changes.gone.includes(seat)), ...changes.added]
    expect(followed.toSorted()).toEqual(now.toSorted())
  }
  expect(known).toBeGreaterThan(100)
})
