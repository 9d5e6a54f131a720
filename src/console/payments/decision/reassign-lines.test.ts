import { expect, test } from 'vitest'
import { seatMapOf } from '#shop/seats/seat-map.ts'
import { needOf, suggestSeats, takenWords, toggleSeat } from './reassign-lines.ts'

// Seats A1–A5, B1–B5, C1–C5, D1–D5.
const map = seatMapOf({ id: 'c', totalTickets: 20, gridColumns: 5, layout: null })

test('keeps seats that are not lost and counts only lost ones as missing', () => {
  expect(needOf({ seats: ['B2', 'B3', 'B4'], lostSeats: ['B3'], quantity: 3 })).toEqual({
    kept: ['B2', 'B4'],
    missing: 1,
  })
  expect(needOf({ seats: ['B2'], lostSeats: [], quantity: 1 })).toEqual({ kept: ['B2'], missing: 0 })
})

test('suggests seats together when all are lost', () => {
  const line = { seats: ['A1', 'A2'], lostSeats: ['A1', 'A2'], quantity: 2 }
  const seats = suggestSeats(map, new Set(['A1', 'A2', 'A3']), line)
  expect(seats).toHaveLength(2)
  expect(new Set(seats.map((seat) => seat[0])).size).toBe(1)
  expect(seats.some((seat) => ['A1', 'A2', 'A3'].includes(seat))).toBe(false)
})

test('suggests seats beside the kept ones, never a kept, taken or lost one', () => {
  const line = { seats: ['B2', 'B3'], lostSeats: ['B3'], quantity: 2 }
  expect(suggestSeats(map, new Set(['B2', 'B3']), line)).toEqual(['B1'])
})

test('suggests lost seats first when they are free again', () => {
  const line = { seats: ['B2', 'B3'], lostSeats: ['B2', 'B3'], quantity: 2 }
  expect(suggestSeats(map, new Set(), line)).toEqual(['B2', 'B3'])
  expect(suggestSeats(map, new Set(['B3']), line)).toEqual(['B2', 'B1'])
})

test('suggests no seat twice, and fewer seats in a nearly full hall', () => {
  const all = map.sections[0]!.rows.flatMap((row) => row.seats.map((seat) => seat!.label))
  const line = { seats: ['A1', 'A2', 'A3'], lostSeats: ['A1', 'A2', 'A3'], quantity: 3 }
  const seats = suggestSeats(map, new Set(all.filter((seat) => seat !== 'D1' && seat !== 'B5')), line)
  expect([...seats].sort()).toEqual(['B5', 'D1'])
})

test('chooses at most as many seats as are missing; with one missing, a press replaces it', () => {
  expect(toggleSeat([], 'A1', 2)).toEqual(['A1'])
  expect(toggleSeat(['A2'], 'A1', 2)).toEqual(['A1', 'A2'])
  expect(toggleSeat(['A1', 'A2'], 'A3', 2)).toEqual(['A1', 'A2'])
  expect(toggleSeat(['A1', 'A2'], 'A1', 2)).toEqual(['A2'])
  expect(toggleSeat(['A1'], 'A2', 1)).toEqual(['A2'])
})

test('names the seats that are gone, and counts standing places', () => {
  expect(takenWords([{ seats: ['A1', 'A2'] }, { seats: ['B1'] }])).toBe(
    'A1, A2, B1 went to someone else meanwhile. Choose others.',
  )
  expect(takenWords([{ seats: ['1', '2', '3'] }])).toBe('Not enough standing places are left: 3 missing.')
})
