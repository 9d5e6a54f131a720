import { describe, expect, it } from 'vitest'
import { gridMap as grid, hallMap as hall, sellableSeats } from '../../../tests/support/concerts/seat-maps.ts'
import { bestTogether, maxTogether, seatBeside, seatInstead } from './seat-picking.ts'

const taken = (...labels: string[]) => new Set(labels)
const none = taken()

describe('best together', () => {
  it('is the middle of the front row', () => {
    expect(bestTogether(grid(100), none, 2)).toEqual(['A5', 'A6'])
    expect(bestTogether(grid(100), none, 1)).toEqual(['A5'])
    expect(bestTogether(grid(100), none, 10)).toEqual(sellableSeats(grid(10 * 10)).slice(0, 10))
  })

  it('prefers the middle of the next row to the corner of the front one', () => {
    expect(bestTogether(grid(100), taken('A3', 'A4', 'A5', 'A6', 'A7', 'A8'), 2)).toEqual(['B5', 'B6'])
    expect(bestTogether(grid(100), taken('A5'), 1)).toEqual(['A6'])
  })

  it('leaves no seat alone when another choice is as near', () => {
    // A6 and A7 would leave A8; B5 and B6 are as near and leave none.
    expect(bestTogether(grid(100), taken('A5', 'A9'), 2)).toEqual(['B5', 'B6'])
    expect(bestTogether(grid(100), taken('A5', 'A8'), 2)).toEqual(['A6', 'A7'])
    expect(bestTogether(grid(100), taken('A3'), 1)).toEqual(['A6'])
  })

  it('never spans a taken seat, an aisle, a blocked seat, or two rows', () => {
    expect(bestTogether(grid(4), taken('A2'), 2)).toEqual(['B1', 'B2'])
    expect(bestTogether(grid(4), taken('A2', 'B1'), 2)).toBeNull()
    const map = hall([
      { code: 'S', name: 'Stalls', rows: [{ label: 'A', seats: [1, 2, null, 3, 4, 5, 6], blocked: [5] }] },
    ])
    expect(bestTogether(map, none, 2)).toEqual(['S-A3', 'S-A4'])
    expect(bestTogether(map, none, 3)).toBeNull()
    expect(maxTogether(map, none)).toBe(2)
  })

  it('leaves wheelchair places and their companion seats alone', () => {
    const map = hall([{ code: 'S', name: 'Stalls', rows: [{ label: 'A', seats: [1, 2, 3], wheelchair: [2] }] }])
    expect(bestTogether(map, none, 1)).toEqual(['S-A3'])
    expect(bestTogether(map, none, 2)).toBeNull()
  })

  it('starts at the stage, also when it is drawn below', () => {
    const rows = ['A', 'B', 'C'].map((label) => ({ label, seats: [1, 2, 3] }))
    expect(bestTogether(hall([{ code: 'S', name: 'Stalls', rows }], 'bottom'), none, 1)).toEqual(['S-C2'])
  })

  it('returns null for no seats, for more than a row, and in an empty or sold-out hall', () => {
    expect(bestTogether(grid(100), none, 0)).toBeNull()
    expect(bestTogether(grid(100), none, 1.5)).toBeNull()
    expect(bestTogether(grid(100), none, 11)).toBeNull()
    expect(bestTogether(grid(0), none, 1)).toBeNull()
    expect(bestTogether(grid(9), new Set(sellableSeats(grid(9))), 1)).toBeNull()
    expect(maxTogether(grid(9), new Set(sellableSeats(grid(9))))).toBe(0)
  })

  it('agrees with a search of every group in random halls', () => {
    let seed = 11
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 200; round += 1) {
      const map = grid(random(120) + 1)
      const gone = new Set(sellableSeats(map).filter(() => random(10) < 6))
      for (const n of [1, 2, 3, 5]) {
        let nearest = Infinity
        const rows = map.sections[0]!.rows
        const middle = (Math.max(...rows.map((row) => row.seats.length)) - 1) / 2
        rows.forEach((row, fromStage) => {
          for (let start = 0; start + n <= row.seats.length; start += 1) {
            if (row.seats.slice(start, start + n).some((seat) => gone.has(seat!.label))) continue
            nearest = Math.min(nearest, fromStage ** 2 + (start + (n - 1) / 2 - middle) ** 2)
          }
        })
        const found = bestTogether(map, gone, n)
        expect(found === null).toBe(nearest === Infinity)
        expect(maxTogether(map, gone) >= n).toBe(found !== null)
        if (!found) continue
        const fromStage = rows.findIndex((row) => row.seats.some((seat) => seat!.label === found[0]))
        const start = rows[fromStage]!.seats.findIndex((seat) => seat!.label === found[0])
        expect(rows[fromStage]!.seats.slice(start, start + n).map((seat) => seat!.label)).toEqual(found)
        expect(found.some((label) => gone.has(label))).toBe(false)
        expect(fromStage ** 2 + (start + (n - 1) / 2 - middle) ** 2).toBe(nearest)
      }
    }
  })
})

describe('the seat beside', () => {
  it('is the nearest free one of the same row', () => {
    expect(seatBeside(grid(100), taken('A5'), ['A6'])).toBe('A7')
    expect(seatBeside(grid(100), taken('A5', 'A7'), ['A6'])).toBe('A4')
    expect(seatBeside(grid(100), none, ['A1', 'A2', 'A3'])).toBe('A4')
  })

  it('is within two places, or null', () => {
    expect(seatBeside(grid(100), taken('A2', 'A3'), ['A1'])).toBeNull()
    expect(seatBeside(grid(100), taken('A2'), ['A1'])).toBe('A3')
    expect(seatBeside(grid(1), none, ['A1'])).toBeNull()
  })

  it('is in the front row when two rows are equally near, and never in another row', () => {
    expect(seatBeside(grid(100), none, ['C5', 'B5'])).toBe('B4')
    expect(seatBeside(grid(100), taken('B4', 'B6'), ['C5', 'B5'])).toBe('C4')
    expect(seatBeside(grid(4), taken('A2'), ['A1'])).toBeNull()
  })

  it('counts an aisle as a place and passes over blocked and wheelchair ones', () => {
    const rows = [{ label: 'A', seats: [1, null, 2, 3, 4, 5], blocked: [3], wheelchair: [4] }]
    const map = hall([{ code: 'S', name: 'Stalls', rows }])
    expect(seatBeside(map, none, ['S-A1'])).toBe('S-A2')
    expect(seatBeside(map, taken('S-A1'), ['S-A2'])).toBeNull()
    expect(seatBeside(map, none, ['S-A5'])).toBeNull()
    expect(seatBeside(map, taken('S-A5'), ['S-A4', 'S-A2'])).toBe('S-A1')
  })

  it('returns a wheelchair place only beside another', () => {
    const map = hall([{ code: 'S', name: 'Stalls', rows: [{ label: 'A', seats: [1, 2, 3], wheelchair: [1, 2] }] }])
    expect(seatBeside(map, none, ['S-A1'])).toBe('S-A2')
    expect(seatBeside(map, none, ['S-A3'])).toBeNull()
  })

  it('is null without own seats', () => {
    expect(seatBeside(grid(100), none, [])).toBeNull()
    expect(seatBeside(grid(100), none, ['ZZ1'])).toBeNull()
  })
})

describe('a seat in place of a lost one', () => {
  it('is beside the seats that are kept', () => {
    expect(seatInstead(grid(100), taken('F6'), ['F5'], 'F6')).toBe('F4')
  })

  it('is otherwise the nearest to the lost seat', () => {
    expect(seatInstead(grid(100), taken('F6'), [], 'F6')).toBe('F5')
    expect(seatInstead(grid(100), taken('F5', 'F6', 'F7'), [], 'F6')).toBe('E6')
  })

  it('is never the lost seat, a taken one, or an own one', () => {
    expect(seatInstead(grid(4), taken('A1', 'B1'), ['B2'], 'A1')).toBe('A2')
    expect(seatInstead(grid(4), taken('A1', 'A2', 'B1'), ['B2'], 'A1')).toBeNull()
    expect(seatInstead(grid(2), none, [], 'A1')).toBe('A2')
  })

  it('is the best free one when the lost seat is no longer in the hall', () => {
    expect(seatInstead(grid(9), none, [], 'ZZ1')).toBe('A2')
  })
})
