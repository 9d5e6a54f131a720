import { describe, expect, it } from 'vitest'
import { hallMap } from '../../../../tests/support/concerts/seat-maps.ts'
import type { LayoutSection } from '#shop/layouts/layout.ts'
import { zonedMap } from '../seat-map.ts'
import { aCategory } from '../../../../tests/support/concerts/plain-rows.ts'
import {
  boxOfZone,
  frontSeat,
  layOutSeats,
  placeOf,
  seatAt,
  seatIndexOf,
  seatNear,
  squareOf,
  type SeatGeometry,
} from '../seat-geometry.ts'
import { eachSeatIn } from './free-seats.ts'
import { stepFrom, type SeatStep } from './seat-steps.ts'

const rows = (count: number, seats: (number | null)[], shape = {}) =>
  Array.from({ length: count }, (_, index) => ({ label: 'ABCDEFGH'[index]!, seats, ...shape }))
const one = [1, 2, null, 3, 4]
/** Around a stage: in front of it, to its left and right, and behind it. */
const arena: LayoutSection[] = [
  { code: 'S', name: 'South', x: 0, y: 8, rows: rows(3, one, { curve: 0.8 }) },
  { code: 'W', name: 'West', x: -8, y: 3, turn: 90, rows: rows(2, one) },
  { code: 'E', name: 'East', x: 8, y: 3, turn: -90, rows: rows(2, one) },
  { code: 'N', name: 'North', x: 0, y: -2, turn: 180, rows: rows(2, one) },
  { code: 'D', name: 'Corner', x: 9, y: 9, turn: -40, rows: [{ label: 'A', seats: [1, 2, 3], blocked: [2] }] },
]
const platform = { x: 0, y: 0, width: 8, height: 6 }
const arenaMap = { ...hallMap(arena), platform }
const middle = (geometry: SeatGeometry, label: string) => {
  const { x, y } = placeOf(geometry, seatIndexOf(geometry, label))
  return [x + 0.5, y + 0.5] as const
}
const walk = (geometry: SeatGeometry, from: string, ...steps: SeatStep[]) =>
  geometry.seats[steps.reduce((seat, step) => stepFrom(geometry, seat, step), seatIndexOf(geometry, from))]!.label

describe('placed sections', () => {
  const geometry = layOutSeats(arenaMap)

  it('are where the plan says, the map cut to what is drawn', () => {
    const [x, y] = middle(geometry, 'W-A1')
    expect(middle(geometry, 'W-A4')[0]).toBeCloseTo(x)
    expect(middle(geometry, 'W-A4')[1]).toBeCloseTo(y + 4)
    expect(middle(geometry, 'W-B1')[0]).toBeCloseTo(x - 1)
    expect(middle(geometry, 'E-A1')[0]).toBeCloseTo(x + 17)
    expect(middle(geometry, 'E-A1')[1]).toBeCloseTo(y + 4)
    // A section behind the stage has its first seat on the right.
    expect(middle(geometry, 'N-A1')[0]).toBeGreaterThan(middle(geometry, 'N-A4')[0])
    for (const at of geometry.seats.keys()) {
      const place = placeOf(geometry, at)
      expect(Math.min(place.x, place.y)).toBeGreaterThan(-0.21)
      expect(place.x).toBeLessThan(geometry.width)
      expect(place.y).toBeLessThan(geometry.height)
    }
    expect(geometry.free?.platform).toMatchObject({ width: 8, height: 6 })
    expect(geometry.free!.platform!.x + 4).toBeCloseTo((middle(geometry, 'N-A1')[0] + middle(geometry, 'N-A4')[0]) / 2)
  })

  it('are hit exactly on their seats', () => {
    for (const seat of geometry.seats.keys()) {
      const { x, y } = placeOf(geometry, seat)
      expect(seatAt(geometry, x + 0.5, y + 0.5)).toBe(seat)
    }
    const [x, y] = middle(geometry, 'D-A2')
    // The corner of a place turned by 40° is not where that of an upright one is.
    expect(seatAt(geometry, x + 0.48, y + 0.48)).not.toBe(seatIndexOf(geometry, 'D-A2'))
    const [left, top] = [geometry.free!.platform!.x, geometry.free!.platform!.y]
    for (const at of [[left + 4, top + 3] as const, [-5, -5] as const, [999, 3] as const, [3, 999] as const])
      expect(seatAt(geometry, ...at)).toBe(-1)
    expect(geometry.seats[seatNear(geometry, -50, y)]!.label).toMatch(/^W-B/)
    expect(geometry.seats[seatNear(geometry, x, y)]!.label).toMatch(/^D-A[13]$/)
  })

  it('gives each seat of a part, and few others', () => {
    const [x, y] = middle(geometry, 'E-A2')
    const found: string[] = []
    eachSeatIn(geometry.free!, { left: x, top: y, right: x + 0.1, bottom: y + 0.1 }, (seat) =>
      found.push(geometry.seats[seat]!.label),
    )
    expect(found).toContain('E-A2')
    expect(found.length).toBeLessThan(12)
    const all: number[] = []
    const whole = { left: -9, top: -9, right: 99, bottom: 99 }
    eachSeatIn(geometry.free!, whole, (seat) => all.push(seat))
    expect(all.length).toBe(geometry.seats.length)
  })

  it('are walked by the arrows as they point, over the edge to the section that way', () => {
    expect(walk(geometry, 'S-A1', 'right')).toBe('S-A2')
    expect(walk(geometry, 'S-A2', 'down')).toBe('S-B2')
    expect(walk(geometry, 'W-A1', 'down')).toBe('W-A2')
    expect(walk(geometry, 'W-A2', 'left')).toBe('W-B2')
    expect(walk(geometry, 'E-A1', 'up')).toBe('E-A2')
    expect(walk(geometry, 'N-A1', 'left')).toBe('N-A2')
    expect(walk(geometry, 'N-A1', 'up')).toBe('N-B1')
    expect(walk(geometry, 'W-A2', 'right')).toBe('E-A3')
    expect(walk(geometry, 'W-A4', 'down')).toMatch(/^S-/)
    expect(walk(geometry, 'D-A1', 'right')).toBe('D-A3')
    expect(walk(geometry, 'S-B2', 'section-after')).toMatch(/^W-/)
    expect(walk(geometry, 'S-B3', 'row-start')).toBe('S-B1')
    expect(walk(geometry, 'E-B1', 'map-start')).toBe('S-A1')
    expect(walk(geometry, 'E-B1', 'map-end')).toBe('D-A3')
    expect(geometry.seats[frontSeat(geometry)]!.label).toMatch(/^S-A/)
  })

  it('are all within reach of the keyboard', () => {
    const seen = new Set([stepFrom(geometry, 0, 'map-start')])
    const steps: SeatStep[] = ['left', 'right', 'up', 'down', 'section-after', 'section-before']
    for (const seat of seen) for (const step of steps) seen.add(stepFrom(geometry, seat, step))
    expect(seen.size).toBe(geometry.seats.filter((seat) => !seat.blocked).length)
  })

  it('are drawn as squares that are turned as they are', () => {
    expect(squareOf(geometry, seatIndexOf(geometry, 'D-A1'), 0.74)).toMatch(/^M[\d.]+ [\d.]+L.*z$/)
    expect(squareOf(geometry, seatIndexOf(geometry, 'W-A1'), 0.5)).toMatch(/^M[\d.]+ [\d.]+h0.5v0.5h-0.5z$/)
  })

  it('have zones with a part of the map of their own', () => {
    const layout = { id: 'l', name: 'Arena', stage: 'top', platform, order: ['S', 'W', 'E', 'N', 'D'] }
    const zones = layOutSeats(
      zonedMap([
        aCategory({ id: 'south', layout: { ...layout, sections: arena.slice(0, 1) } }),
        aCategory({ id: 'sides', layout: { ...layout, sections: arena.slice(1) } }),
      ]),
    )
    expect(zones.free?.platform).not.toBeNull()
    const south = boxOfZone(zones, 0)
    const [x, y] = middle(zones, 'S-B2')
    expect(x > south.x && x < south.x + south.width && y > south.y && y < south.y + south.height).toBe(true)
    const [, north] = middle(zones, 'N-A1')
    expect(north).toBeLessThan(south.y)
    expect(boxOfZone(zones, 1).width).toBeGreaterThan(south.width)
  })
})

describe('shaped rows of sections without a place', () => {
  it('are one below the other and do not touch', () => {
    const shaped = layOutSeats(
      hallMap([
        { code: 'A', name: 'Stalls', rows: rows(3, [1, 2, 3, 4, 5, 6, 7, 8, 9], { curve: 1.5 }) },
        { code: 'B', name: 'Balcony', rows: rows(2, [1, 2, 3, 4, 5], { curve: -1, gap: 0.5 }) },
      ]),
    )
    const stalls = Math.max(...['A-C1', 'A-C5', 'A-C9'].map((label) => middle(shaped, label)[1]))
    const balcony = Math.min(...['B-A1', 'B-A3', 'B-A5'].map((label) => middle(shaped, label)[1]))
    expect(balcony - stalls).toBeGreaterThan(1.9)
    expect(middle(shaped, 'A-A1')[1]).toBeLessThan(middle(shaped, 'A-A5')[1])
    expect(middle(shaped, 'A-A5')[0]).toBeCloseTo(middle(shaped, 'B-A3')[0])
  })

  it('are below the sections that have a place', () => {
    const mixed = layOutSeats(
      hallMap([
        { code: 'A', name: 'Loose', rows: rows(2, one) },
        { code: 'B', name: 'Placed', x: 4, y: 7, turn: 180, rows: rows(2, one) },
      ]),
    )
    expect(middle(mixed, 'A-A1')[1]).toBeGreaterThan(middle(mixed, 'B-A1')[1])
    expect(middle(mixed, 'A-A1')[0]).toBeCloseTo(middle(mixed, 'B-A4')[0])
  })

  it('leave a hall without them the grid that it was', () => {
    expect(layOutSeats(hallMap([{ code: 'A', name: 'Stalls', rows: rows(3, one) }])).free).toBeNull()
  })
})
