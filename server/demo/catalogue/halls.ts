import type { LayoutData, LayoutRow, LayoutSection } from '#shop/layouts/layout.ts'
import { rowLetters } from '#shop/seats/seat-map.ts'

export type HallName = 'Saptak Hall' | 'Uttarayan Auditorium' | 'Charbagh Amphitheatre'

export interface Hall {
  name: HallName
  description: string
  data: LayoutData
}

interface Block {
  rows: number
  /** Seats of each group between two aisles. */
  groups: number[]
  growth?: number
  /** Seat numbers that are never sold, by row number from 1: a pillar, the mixing desk. */
  blocked?: Record<number, number[]>
  wheelchair?: Record<number, number[]>
}

function rowOf(block: Block, index: number): LayoutRow {
  const seats: (number | null)[] = []
  let number = 0
  block.groups.forEach((size, group) => {
    if (group > 0) seats.push(null)
    const wider = group === block.groups.length - 1 ? (block.growth ?? 0) * (index - 1) : 0
    for (let seat = 0; seat < size + wider; seat += 1) seats.push((number += 1))
  })
  return {
    label: rowLetters(index - 1),
    seats,
    ...(block.blocked?.[index] && { blocked: block.blocked[index] }),
    ...(block.wheelchair?.[index] && { wheelchair: block.wheelchair[index] }),
  }
}

const section = (code: string, name: string, block: Block): LayoutSection => ({
  code,
  name,
  rows: Array.from({ length: block.rows }, (_, index) => rowOf(block, index + 1)),
})

export const halls: readonly Hall[] = [
  {
    name: 'Saptak Hall',
    description: 'A small listening hall: front rows, stalls and a balcony.',
    data: {
      stage: 'top',
      sections: [
        section('FRNT', 'Front rows', { rows: 3, groups: [6, 6], wheelchair: { 3: [1, 12] } }),
        section('STAL', 'Stalls', { rows: 10, groups: [4, 8, 4], blocked: { 10: [8, 9] } }),
        section('BALC', 'Balcony', { rows: 5, groups: [8, 8], wheelchair: { 1: [1, 16] } }),
      ],
    },
  },
  {
    name: 'Uttarayan Auditorium',
    description: 'An auditorium that widens towards the rear, with two balconies.',
    data: {
      stage: 'top',
      sections: [
        section('FRNT', 'Front stalls', { rows: 6, groups: [8, 8], growth: 1, wheelchair: { 6: [1, 3] } }),
        section('STAL', 'Stalls', { rows: 14, groups: [8, 12, 8], blocked: { 14: [13, 14, 15, 16] } }),
        section('REAR', 'Rear stalls', { rows: 8, groups: [9, 14, 9] }),
        section('BALL', 'Balcony left', { rows: 5, groups: [6, 4] }),
        section('BALR', 'Balcony right', { rows: 5, groups: [4, 6] }),
      ],
    },
  },
  {
    name: 'Charbagh Amphitheatre',
    description: 'An open-air theatre of several thousand places in rising blocks around the stage.',
    data: {
      stage: 'top',
      sections: [
        section('PIT', 'Pit', { rows: 8, groups: [15, 15], wheelchair: { 8: [1, 3, 28, 30] } }),
        ...['A1', 'A2'].map((code, index) => section(code, `Lower ring ${index + 1}`, { rows: 12, groups: [12, 12] })),
        ...['B1', 'B2', 'B3'].map((code, index) =>
          section(code, `Middle ring ${index + 1}`, {
            rows: 16,
            groups: [12, 12],
            blocked: index === 1 ? { 16: [12, 13] } : {},
          }),
        ),
        ...['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8'].map((code, index) =>
          section(code, `Upper ring ${index + 1}`, { rows: 20, groups: [10, 10] }),
        ),
        section('LAWN', 'Lawn', { rows: 32, groups: [20, 20] }),
      ],
    },
  },
]
