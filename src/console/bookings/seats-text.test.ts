import { expect, it } from 'vitest'
import { seatsCell, seatsText } from './ticket-state.tsx'

it.each([
  [['A1', 'A2'], 'A1, A2', 'A1 A2'],
  [['17'], 'Standing, 1 person', 'Standing, 1 person: 17'],
  [['17', '18'], 'Standing, 2 people', 'Standing, 2 people: 17 18'],
  [[], '', ''],
])('writes %j as %s, in a file as %s', (seats, text, cell) => {
  expect(seatsText(seats)).toBe(text)
  expect(seatsCell(seats)).toBe(cell)
})
