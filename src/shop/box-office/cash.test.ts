import { expect, it } from 'vitest'
import { changeOf, likelyGiven, notesFor, readAmount, sumOfNotes } from './cash.ts'

it.each([
  ['2000', 2000_00],
  ['2,000', 2000_00],
  [' ₹1,200.5 ', 1200_50],
  ['0', 0],
  ['10000000', 1_00_00_000_00],
  ['10000001', null],
  ['', null],
  ['-5', null],
  ['12.345', null],
  ['two', null],
])('reads %j as %j paise', (text, paise) => expect(readAmount(text)).toBe(paise))

it('gives back what was too much, and nothing when it was too little', () => {
  expect(changeOf(1500_00, 1200_00)).toBe(300_00)
  expect(changeOf(1200_00, 1200_00)).toBe(0)
  expect(changeOf(1199_99, 1200_00)).toBeNull()
})

it('adds notes up', () => {
  expect(sumOfNotes({ 500: 3, 20: 1, 1: 4 })).toBe(1524_00)
  expect(sumOfNotes({})).toBe(0)
})

it('names the fewest notes of a change, whole rupees only', () => {
  expect(notesFor(880_50)).toEqual([
    { value: 500, n: 1 },
    { value: 200, n: 1 },
    { value: 100, n: 1 },
    { value: 50, n: 1 },
    { value: 20, n: 1 },
    { value: 10, n: 1 },
  ])
  expect(notesFor(0)).toEqual([])
})

it('offers the exact sum and the next round ones', () => {
  expect(likelyGiven(1150_00)).toEqual([1150_00, 1200_00, 1500_00, 2000_00])
  expect(likelyGiven(2000_00)).toEqual([2000_00])
  expect(likelyGiven(0)).toEqual([])
})
