import { expect, it } from 'vitest'
import { doorSale } from '../../../tests/support/concerts/door-sales.ts'
import { chooseBest, pressSeat, type SeatHall } from '#shop/seats/seat-choice.ts'
import { gridMap } from '../../../tests/support/concerts/seat-maps.ts'
import { choiceIn, draftOf, newDraft, withAvailability, withChoice, withLost, withPeople } from './door-draft.ts'

const hall = (...taken: string[]): SeatHall => ({
  map: gridMap(100),
  taken: new Set(taken),
  inCart: new Set(),
  most: 10,
})
const room = { most: 10, left: 480 }
const empty = newDraft('o1')

it('sells several categories at once', () => {
  const floor = withPeople(empty, 'floor', 2, room)
  const both = withChoice(floor, 'gold', chooseBest(choiceIn(floor, 'gold'), hall(), 2))
  expect(both.lines).toEqual([
    { ticketCategoryId: 'floor', seats: ['1', '2'] },
    { ticketCategoryId: 'gold', seats: ['A5', 'A6'] },
  ])
  expect(withPeople(both, 'floor', 0, room).lines).toHaveLength(1)
})

it('keeps the number when it cannot be had, and says why', () => {
  const two = withPeople(empty, 'floor', 2, room)
  expect(withPeople(two, 'floor', 11, room)).toEqual({ ...two, refusal: { categoryId: 'floor', kind: 'limit' } })
  expect(withPeople(two, 'floor', 4, { ...room, left: 3 }).refusal).toEqual({
    categoryId: 'floor',
    kind: 'left',
    left: 3,
  })
  expect(withPeople(withPeople(two, 'floor', 11, room), 'floor', 3, room).refusal).toBeNull()
})

it('names a seat that was taken meanwhile and keeps the rest', () => {
  const chosen = withChoice(empty, 'gold', pressSeat(pressSeat(choiceIn(empty, 'gold'), hall(), 'A1'), hall(), 'A2'))
  expect(withAvailability(chosen, 'gold', hall('B1'))).toBe(chosen)
  const after = withAvailability(chosen, 'gold', hall('A1'))
  expect(after.lines).toEqual([{ ticketCategoryId: 'gold', seats: ['A2'] }])
  expect(after.lost).toEqual([{ ticketCategoryId: 'gold', seats: ['A1'] }])
})

it('keeps the rest of a refused sale, standing places by their number', () => {
  const floor = withPeople(empty, 'floor', 3, room)
  const after = withLost({ ...floor, name: 'Asha' }, [{ ticketCategoryId: 'floor', seats: ['2', '3'] }])
  expect(after).toMatchObject({ name: 'Asha', lines: [{ ticketCategoryId: 'floor', seats: ['1'] }] })
})

it('makes a draft of a sale again, its reason apart from a reference', () => {
  const lines = [{ ticketCategoryId: 'floor', seats: ['1'] }]
  const sale = doorSale({ lines, method: 'complimentary', name: 'Asha', reference: 'Press' })
  expect(draftOf(sale)).toMatchObject({ reason: 'Press', reference: '', name: 'Asha' })
  expect(draftOf({ ...sale, lines: [], method: 'cash', reference: '', given: 150_050 })).toMatchObject({
    given: '1500.5',
    reason: '',
  })
})
