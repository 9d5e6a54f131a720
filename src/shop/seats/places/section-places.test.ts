import { describe, expect, it } from 'vitest'
import { readable, reachOf, rowSpots, sectionSpots, turned, upright } from './section-places.ts'

const seats = (count: number) => Array.from({ length: count }, () => null)
const away = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)

describe('a row', () => {
  it('is straight without a curve, with its middle at 0', () => {
    expect(rowSpots(4, 0).map(({ x, y, angle }) => [x, y, angle])).toEqual([
      [-1.5, 0, 0],
      [-0.5, 0, 0],
      [0.5, 0, 0],
      [1.5, 0, 0],
    ])
    expect(rowSpots(0, 0)).toEqual([])
  })

  it.each([
    [21, 0.2],
    [21, 3],
    [21, 6.3],
    [400, 120],
    [3, 0.9],
  ])('of %i places with a curve of %d is an arc whose neighbours stay one place apart', (places, curve) => {
    const spots = rowSpots(places, curve)
    for (let at = 1; at < places; at += 1) {
      const between = away(spots[at - 1]!, spots[at]!)
      expect(between).toBeGreaterThan(places > 3 ? 0.99 : 0.9)
      expect(between).toBeLessThanOrEqual(1.000001)
    }
    const middle = spots[(places - 1) / 2] ?? { x: 0, y: 0 }
    expect(middle.y).toBeCloseTo(0, 1)
    // The outer edge of the last place is half a place further along the arc than its middle.
    const last = spots.at(-1)!
    const edge = turned({ x: 0.5, y: 0, angle: 0 }, last.angle, last.x, last.y)
    expect(edge.y).toBeLessThan(0)
    expect(Math.abs(-edge.y - curve)).toBeLessThan(places > 3 ? 0.15 : 0.35)
    expect(spots[0]!.x).toBeCloseTo(-last.x)
    expect(spots[0]!.angle).toBeCloseTo(-last.angle)
  })

  it('bends the other way below 0', () => {
    for (const [at, spot] of rowSpots(9, -2).entries()) expect(spot.y).toBeCloseTo(-rowSpots(9, 2)[at]!.y)
  })
})

describe('a section', () => {
  it('has its rows one place apart from its upper edge, each from the left of the longest', () => {
    const spots = sectionSpots({ rows: [row(2), row(4), { ...row(4), gap: 1.5, shift: 0.5 }] })
    expect(spots.map((all) => [all[0]!.x, all[0]!.y])).toEqual([
      [-1.5, 0.5],
      [-1.5, 1.5],
      [-1, 4],
    ])
  })
})

const row = (places: number) => ({ label: 'A', seats: seats(places) })

describe('turning', () => {
  it('is clockwise on a screen: by 90° the upper edge is to the right', () => {
    const spot = turned({ x: 0, y: -1, angle: 0 }, Math.PI / 2, 10, 20)
    expect(spot.x).toBeCloseTo(11)
    expect(spot.y).toBeCloseTo(20)
  })

  it('keeps what is written readable', () => {
    const degrees = (angle: number) => Math.round((angle * 180) / Math.PI)
    expect([0, 30, 60, 90, 180, 200, -100].map((angle) => degrees(upright((angle * Math.PI) / 180)))).toEqual([
      0, 30, -30, 0, 0, 20, -10,
    ])
    expect([0, 60, 90, 120, 180, -60, -90, -150].map((angle) => degrees(readable((angle * Math.PI) / 180)))).toEqual([
      0, 60, 90, -60, 0, -60, 90, 30,
    ])
    expect(reachOf(0)).toBe(0.5)
    expect(reachOf(Math.PI / 4)).toBeCloseTo(Math.SQRT1_2)
  })
})
