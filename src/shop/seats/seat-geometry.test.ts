import { describe, expect, it } from 'vitest'
import { gridMap, hallMap } from '../../../tests/support/concerts/seat-maps.ts'
import type { LayoutSection } from '#shop/layouts/layout.ts'
import { aCategory } from '../../../tests/support/concerts/plain-rows.ts'
import { zonedMap } from './seat-map.ts'
import {
  boxOfZone,
  firstRowBelow,
  firstRowFrom,
  frontSeat,
  layOutSeats,
  placeOf,
  seatAt,
  seatIndexOf,
  seatNear,
  sectionGap,
  sectionNameHeight,
} from './seat-geometry.ts'
import { stepFrom, type SeatStep } from './places/seat-steps.ts'

const grid = (totalTickets: number) => layOutSeats(gridMap(totalTickets))
const hall = (sections: LayoutSection[], stage?: string) => layOutSeats(hallMap(sections, stage))
const twoSections = [
  {
    code: 'S',
    name: 'Stalls',
    rows: [
      { label: 'A', seats: [1, 2, null, null, 3, 4], blocked: [3] },
      { label: 'B', seats: [1, 2, null, null, 3, 4] },
    ],
  },
  { code: 'B', name: 'Balcony', rows: [{ label: 'A', seats: [1, 2] }] },
]
const walk = (geometry: ReturnType<typeof grid>, from: string, ...steps: SeatStep[]) =>
  geometry.seats[steps.reduce((seat, step) => stepFrom(geometry, seat, step), seatIndexOf(geometry, from))]!.label

describe('the geometry of seats', () => {
  it('is a plain grid without a layout', () => {
    const geometry = grid(100)
    expect(geometry).toMatchObject({ width: 10, height: 10 })
    expect(placeOf(geometry, seatIndexOf(geometry, 'C4'))).toEqual({ x: 3, y: 2 })
  })

  it('places sections one below the other, each centred under its name', () => {
    const geometry = hall(twoSections)
    expect(geometry.width).toBe(6)
    expect(placeOf(geometry, seatIndexOf(geometry, 'S-A1'))).toEqual({ x: 0, y: sectionNameHeight })
    expect(placeOf(geometry, seatIndexOf(geometry, 'S-A4'))).toEqual({ x: 5, y: sectionNameHeight })
    const balcony = 2 * sectionNameHeight + 2 + sectionGap
    expect(placeOf(geometry, seatIndexOf(geometry, 'B-A1')).x).toBe(2)
    expect(placeOf(geometry, seatIndexOf(geometry, 'B-A1')).y).toBeCloseTo(balcony)
    expect(geometry.height).toBeCloseTo(balcony + 1)
  })

  it('finds every seat at its centre, and none in aisles, gaps and outside', () => {
    for (const geometry of [grid(1), grid(7), grid(261), hall(twoSections)]) {
      for (const seat of geometry.seats.keys()) {
        const { x, y } = placeOf(geometry, seat)
        expect(seatAt(geometry, x + 0.5, y + 0.5)).toBe(seat)
        expect(seatIndexOf(geometry, geometry.seats[seat]!.label)).toBe(seat)
      }
    }
    const geometry = hall(twoSections)
    for (const [x, y] of [
      [2.5, sectionNameHeight + 0.5],
      [0.5, 0.2],
      [-0.5, 1.5],
      [6.5, 1.5],
      [0.5, -1],
      [0.5, 99],
      [0.5, geometry.height - 0.5],
    ] as const) {
      expect(seatAt(geometry, x, y), `${x}, ${y}`).toBe(-1)
    }
    expect(seatIndexOf(geometry, 'A1')).toBe(-1)
    expect(seatIndexOf(geometry, 'S-a1')).toBe(-1)
  })

  it('returns the first row that is not above a line', () => {
    expect([-5, 0, 0.9, 1, 9.5, 10, 50].map((y) => firstRowBelow(grid(100), y))).toEqual([0, 0, 0, 1, 9, 10, 10])
    expect([-5, 0, 0.9, 1, 9.5, 10, 50].map((y) => firstRowFrom(grid(100), y))).toEqual([0, 0, 1, 1, 10, 10, 10])
  })

  it('starts in the middle of the front row', () => {
    expect(grid(100).seats[frontSeat(grid(100))]!.label).toBe('A5')
    const below = hall(twoSections, 'bottom')
    expect(below.seats[frontSeat(below)]!.label).toBe('B-A1')
    expect(frontSeat(grid(0))).toBe(-1)
  })
})

describe('stepping from seat to seat', () => {
  it('moves along the row, over aisles, past blocked seats, and stops at the ends', () => {
    const geometry = hall(twoSections)
    expect(walk(geometry, 'S-A1', 'right')).toBe('S-A2')
    expect(walk(geometry, 'S-A2', 'right')).toBe('S-A4')
    expect(walk(geometry, 'S-A4', 'right')).toBe('S-A4')
    expect(walk(geometry, 'S-A4', 'left')).toBe('S-A2')
    expect(walk(geometry, 'S-B1', 'left')).toBe('S-B1')
    expect(walk(geometry, 'S-B2', 'row-end')).toBe('S-B4')
    expect(walk(geometry, 'S-B3', 'row-start')).toBe('S-B1')
  })

  it('moves to the seat straight in front or behind, over gaps between sections', () => {
    expect(walk(grid(100), 'C4', 'up')).toBe('B4')
    expect(walk(grid(7), 'B3', 'down')).toBe('C1')
    const geometry = hall(twoSections)
    expect(walk(geometry, 'S-B1', 'down')).toBe('B-A1')
    expect(walk(geometry, 'S-B4', 'down')).toBe('B-A2')
    expect(walk(geometry, 'B-A2', 'up')).toBe('S-B3')
    expect(walk(geometry, 'S-A1', 'up')).toBe('S-A1')
    expect(walk(geometry, 'B-A1', 'down')).toBe('B-A1')
  })

  it('moves between sections, or ten rows in a map of one section', () => {
    const geometry = hall(twoSections)
    expect(walk(geometry, 'S-B1', 'section-after')).toBe('B-A1')
    expect(walk(geometry, 'B-A1', 'section-after')).toBe('B-A1')
    expect(walk(geometry, 'B-A2', 'section-before')).toBe('S-A2')
    expect(walk(geometry, 'S-B2', 'section-before')).toBe('S-B2')
    expect(walk(grid(1000), 'C4', 'section-after')).toBe('M4')
    expect(walk(grid(1000), 'C4', 'section-before')).toBe('A4')
    expect(walk(grid(100), 'C4', 'section-after')).toBe('J4')
  })

  it('moves to both ends of the map', () => {
    expect(walk(grid(100), 'C4', 'map-start')).toBe('A1')
    expect(walk(grid(100), 'C4', 'map-end')).toBe('J10')
  })

  it('reaches every seat that is not blocked', () => {
    for (const geometry of [grid(1), grid(7), grid(261), hall(twoSections)]) {
      const seen = new Set([stepFrom(geometry, 0, 'map-start')])
      const steps: SeatStep[] = ['left', 'right', 'up', 'down']
      for (const seat of seen) for (const step of steps) seen.add(stepFrom(geometry, seat, step))
      expect(seen.size).toBe(geometry.seats.filter((seat) => !seat.blocked).length)
    }
  })
})

describe('the price zones of a hall', () => {
  const layout = { id: 'l', name: 'Hall', stage: 'top', order: ['S', 'B'] }
  const zones = layOutSeats(
    zonedMap([
      aCategory({ id: 'balcony', layout: { ...layout, sections: twoSections.slice(1) } }),
      aCategory({ id: 'stalls', layout: { ...layout, sections: twoSections.slice(0, 1) } }),
    ]),
  )

  it('are drawn in the order of the hall, each with its own tint', () => {
    expect(zones.sections.map(({ name, zone }) => [name, zone])).toEqual([
      ['Stalls', 1],
      ['Balcony', 0],
    ])
    expect(grid(4).sections[0]!.zone).toBe(-1)
  })

  it('have a front of their own and a place on the map', () => {
    expect(zones.seats[frontSeat(zones, 0)]!.label).toBe('B-A1')
    expect(zones.seats[frontSeat(zones)]!.label).toBe('S-A2')
    const balcony = boxOfZone(zones, 0)
    expect(balcony).toMatchObject({ x: 2, width: 2, y: sectionNameHeight + 2 + sectionGap })
    expect(balcony.y + balcony.height).toBe(zones.height)
    expect(zones.seats[seatNear(zones, 90, zones.height + 9)]!.label).toBe('B-A2')
    expect(boxOfZone(zones, -1)).toEqual({ x: 0, y: 0, width: zones.width, height: zones.height })
  })
})
