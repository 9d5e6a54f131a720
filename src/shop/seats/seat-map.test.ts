import { describe, expect, it } from 'vitest'
import { gridMap as grid, hallMap, sellableSeats } from '../../../tests/support/concerts/seat-maps.ts'
import cases from './companion-cases.json' with { type: 'json' }
import {
  companionsOf,
  compareRows,
  compareSeats,
  gridColumns,
  isOpenToAll,
  parseSeatLabel,
  rowLetters,
} from './seat-map.ts'

describe('the grid of a category without a layout', () => {
  it('has min(10, ceil(sqrt(total))) columns', () => {
    expect([1, 2, 4, 5, 80, 81, 82, 100, 101, 50_000].map(gridColumns)).toEqual([1, 2, 2, 3, 9, 9, 10, 10, 10, 10])
  })

  it('has the seat A1 for one ticket, and none for no tickets', () => {
    expect(sellableSeats(grid(1))).toEqual(['A1'])
    expect(sellableSeats(grid(0))).toEqual([])
  })

  it('has ten rows of ten for 100', () => {
    const map = grid(100)
    expect(map.sections).toHaveLength(1)
    expect(map.sections[0]!.rows.map((row) => row.seats.length)).toEqual(Array(10).fill(10))
    expect(map.sections[0]!.rows.map((row) => row.label).join('')).toBe('ABCDEFGHIJ')
    expect(sellableSeats(map).slice(-2)).toEqual(['J9', 'J10'])
    expect(map).toMatchObject({ places: ['gold'], stage: 'top', total: 100 })
  })

  it('ends with a shorter row', () => {
    expect(grid(7).sections[0]!.rows.map((row) => row.seats.map((seat) => seat!.label))).toEqual([
      ['A1', 'A2', 'A3'],
      ['B1', 'B2', 'B3'],
      ['C1'],
    ])
  })

  it('continues with AA after Z and ends with ZZ', () => {
    expect(
      grid(261)
        .sections[0]!.rows.slice(25)
        .map((row) => row.label),
    ).toEqual(['Z', 'AA'])
    expect([0, 25, 26, 51, 52, 701].map(rowLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ'])
    expect(sellableSeats(grid(7020)).at(-1)).toBe('ZZ10')
    expect(grid(7021)).toMatchObject({ total: 7020 })
  })

  it('with frozen columns grows at the end and keeps every seat', () => {
    const before = sellableSeats(grid(20, 5))
    for (const total of [21, 24, 25, 26, 500]) {
      expect(sellableSeats(grid(total, 5)).slice(0, before.length)).toEqual(before)
      expect(sellableSeats(grid(total, 5))).toHaveLength(total)
    }
  })

  it('gives every seat a unique label that is read back', () => {
    for (const total of [1, 2, 3, 10, 99, 100, 101, 259, 260, 261, 1000, 7020]) {
      const labels = sellableSeats(grid(total))
      expect(new Set(labels).size).toBe(total)
      for (const label of labels) {
        const seat = parseSeatLabel(label)!
        expect([seat.section, `${seat.row}${seat.number}`]).toEqual([null, label])
      }
      expect([...labels].reverse().sort(compareSeats)).toEqual(labels)
    }
  })
})

describe('the seats of a layout', () => {
  const map = hallMap([
    {
      ...{ code: 'STAL', name: 'Stalls' },
      rows: [{ label: 'A', seats: [1, 2, null, 3], blocked: [2], wheelchair: [3] }],
    },
    {
      ...{ code: 'BALC', name: 'Balcony' },
      rows: [
        { label: 'A', seats: [1, 2] },
        { label: 'AA', seats: [null, 7, 8] },
      ],
    },
  ])

  it('keeps aisles as gaps and does not count blocked seats', () => {
    expect(map.sections[0]!.rows[0]!.seats).toEqual([
      { label: 'STAL-A1', number: 1, blocked: false, wheelchair: false },
      { label: 'STAL-A2', number: 2, blocked: true, wheelchair: false },
      null,
      { label: 'STAL-A3', number: 3, blocked: false, wheelchair: true },
    ])
    expect(map.total).toBe(6)
  })

  it('keeps the order of the sections and names places by their codes', () => {
    expect(map.places).toEqual(['STAL', 'BALC'])
    expect(sellableSeats(map)).toEqual(['STAL-A1', 'STAL-A3', 'BALC-A1', 'BALC-A2', 'BALC-AA7', 'BALC-AA8'])
  })

  it('has no seats when no section belongs to the category', () => {
    expect(hallMap([], 'bottom')).toEqual({ places: [], stage: 'bottom', sections: [], total: 0 })
  })
})

it.each(cases)('companion seats: $name', ({ row, companions }) => {
  const found = companionsOf(row)
  expect(Object.fromEntries([...found].map(([seat, place]) => [String(seat), String(place)]))).toEqual(companions)
})

it('opens wheelchair places to all so many hours before the event', () => {
  expect([-1, 0].map((ms) => isOpenToAll('2026-12-05T13:30:00Z', 48, Date.parse('2026-12-03T13:30:00Z') + ms))).toEqual(
    [false, true],
  )
})

describe('seat labels', () => {
  it('are parsed when exact', () => {
    expect(parseSeatLabel('A1')).toEqual({ section: null, row: 'A', number: 1 })
    expect(parseSeatLabel('ZZ999')).toEqual({ section: null, row: 'ZZ', number: 999 })
    expect(parseSeatLabel('BALC-AA10')).toEqual({ section: 'BALC', row: 'AA', number: 10 })
    expect(parseSeatLabel('2-A1')).toEqual({ section: '2', row: 'A', number: 1 })
  })

  it('are rejected when anything differs', () => {
    for (const text of [
      ...['', 'a1', 'A01', ' A1', 'A1 ', 'A1\n', 'A', '1', 'A0', 'A-1', 'A1000', 'A1.0', 'AAA1', '١', 'А1'],
      ...['-A1', 'balc-A1', 'BALCO-A1', 'BALC-a1', 'BALC-AAA1', 'BALC-A01', 'BALC--A1', 'BALC A1', 'BALC-A1-2'],
    ]) {
      expect(parseSeatLabel(text), JSON.stringify(text)).toBeNull()
    }
  })

  it('sort by section, then A … Z before AA, then number as a number', () => {
    const sorted = ['A1', 'A2', 'A10', 'Z1', 'AA1', 'BALC-B2', 'BALC-B10', 'BALC-AA1', 'STAL-A1', 'nonsense']
    expect([...sorted].reverse().sort(compareSeats)).toEqual(sorted)
    expect(compareRows('Z', 'AA')).toBeLessThan(0)
    expect(compareRows('AB', 'AB')).toBe(0)
  })
})
