import type { LayoutRow, LayoutSection, RowShape } from '#shop/layouts/layout.ts'
import { rowLetters } from '#shop/seats/seat-map.ts'
import { curveWithin } from '../layout-draft.ts'

// Lengths are in seat widths, angles in degrees, 0 towards the back of the hall and more to the right.

interface Named {
  code: string
  name: string
}

interface Straight extends Named {
  rows: number
  /** Seats of each group between two aisles. */
  groups: readonly number[]
  x: number
  y: number
  turn?: number
  /** Of every second row, as seats between those in front have. */
  stagger?: number
  /** Both ends of this row, counted from 0, are for wheelchairs. */
  wheelchairs?: number
}

/** Returns a block of straight rows. */
export function block({ code, name, rows, groups, x, y, turn, stagger = 0, wheelchairs }: Straight): LayoutSection {
  return {
    ...{ code, name, x, y },
    ...(turn === undefined ? {} : { turn }),
    rows: Array.from({ length: rows }, (_, index) =>
      row(index, groups, index % 2 === 1 ? { shift: stagger } : {}, index === wheelchairs),
    ),
  }
}

interface Bent extends Named {
  rows: number
  /** From the point around which the rows bend to the middle of the first one. */
  radius: number
  from: number
  to: number
  around: { x: number; y: number }
  wheelchairs?: number
}

/** Returns a part of a ring: each row has as many seats as its arc has room for. */
export function wedge({ code, name, rows, radius, from, to, around, wheelchairs }: Bent): LayoutSection {
  const [middle, span] = [((from + to) / 2 / 180) * Math.PI, ((to - from) / 180) * Math.PI]
  const lengths = Array.from({ length: rows }, (_, index) => Math.max(1, Math.round((radius + index) * span)))
  const widest = Math.max(...lengths)
  return {
    ...{ code, name },
    x: short(around.x + (radius - 0.5) * Math.sin(middle)),
    y: short(around.y + (radius - 0.5) * Math.cos(middle)),
    ...(from + to === 0 ? {} : { turn: -(from + to) / 2 }),
    rows: lengths.map((length, index) => {
      const bow = radius + index
      const curve = curveWithin(bow * (1 - Math.cos(length / 2 / bow)), length)
      return row(index, [length], { curve, shift: (widest - length) / 2 }, index === wheelchairs)
    }),
  }
}

/** Returns six seats around a table. */
export const table = (number: number, x: number, y: number): LayoutSection => ({
  ...{ code: `T${number}`, name: `Table ${number}`, x, y },
  rows: [
    { label: 'A', seats: [1, 2, 3], curve: -0.6 },
    { label: 'B', seats: [6, 5, 4], curve: 0.6, gap: 1.4 },
  ],
})

function row(index: number, groups: readonly number[], shape: RowShape, wheelchairs: boolean): LayoutRow {
  let last = 0
  const seats = groups.flatMap((size, group) => {
    const some: (number | null)[] = Array.from({ length: size }, () => (last += 1))
    return group > 0 ? [null, ...some] : some
  })
  const shaped = Object.entries(shape).flatMap(([name, value]) => (value === 0 ? [] : [[name, short(value as number)]]))
  return {
    label: rowLetters(index),
    ...(Object.fromEntries(shaped) as RowShape),
    seats,
    ...(wheelchairs ? { wheelchair: [1, last] } : {}),
  }
}

/** Two digits, towards 0: a rounded curve stays within its limit. */
const short = (value: number): number => Math.trunc(value * 100) / 100
