import { expect, test } from 'vitest'
import { neighbours } from './neighbour-buttons.tsx'

test('has two neighbours in the middle of a list, one at an end', () => {
  expect(neighbours(1, 1, 3)).toEqual({ next: 2, previous: 0 })
  expect(neighbours(0, 0, 3)).toEqual({ next: 1, previous: null })
  expect(neighbours(2, 2, 3)).toEqual({ next: null, previous: 1 })
})

test('after the open row has left, next is the row that moved up', () => {
  expect(neighbours(-1, 1, 2)).toEqual({ next: 1, previous: 0 })
  expect(neighbours(-1, 0, 2)).toEqual({ next: 0, previous: null })
  expect(neighbours(-1, 2, 2)).toEqual({ next: null, previous: 1 })
})

test('an empty list has no neighbours', () => {
  expect(neighbours(-1, 0, 0)).toEqual({ next: null, previous: null })
  expect(neighbours(-1, 5, 0)).toEqual({ next: null, previous: null })
})
