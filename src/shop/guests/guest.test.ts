import { expect, it } from 'vitest'
import { seatMapOf } from '#shop/seats/seat-map.ts'
import { allotSeats, countGuests, filterGuests, guestState, listsOf, type Guest } from './guest.ts'

const guest = (name: string, more: Partial<Guest> = {}) =>
  ({
    ...{ name, orderCode: 'MF7K2QX4MD', contact: null, list: '', seats: ['A1', 'A2'] },
    ...{ code: 'ABCD23456', link: 'new', letIn: 0, ...more },
  }) as Guest
const all = [
  guest('Meera', { list: 'Press', contact: '98200 12345', link: 'opened' }),
  guest('José Pinto', { list: 'artists', letIn: 1, link: 'opened', seats: ['B1'] }),
  guest('Ravi', { link: 'revoked', list: 'Press' }),
  guest('Band'),
]
const found = (filter: Partial<Parameters<typeof filterGuests>[1]>) =>
  filterGuests(all, { list: null, state: null, search: '', ...filter }).map(({ name }) => name)

it('lists have an order, those without one last', () => {
  expect(listsOf(all)).toEqual(['artists', 'Press', ''])
})

it('finds guests by list, state, words in any order and the typed code', () => {
  expect(found({ list: 'Press' })).toEqual(['Meera', 'Ravi'])
  expect(found({ list: '' })).toEqual(['Band'])
  expect(found({ state: 'in' })).toEqual(['José Pinto'])
  expect(found({ search: 'pinto jose' })).toEqual(['José Pinto'])
  expect(found({ search: 'abcd-2345-6 meera' })).toEqual(['Meera'])
  expect(found({ search: 'nobody' })).toEqual([])
})

it('a guest is let in, and a revoked one is only revoked', () => {
  expect(all.map(guestState)).toEqual(['opened', 'in', 'revoked', 'new'])
  expect(countGuests(all)).toEqual({ guests: 3, people: 5, opened: 2, letIn: 1 })
})

const map = seatMapOf({ id: 'c1', totalTickets: 9, gridColumns: 3, layout: null })

it('gives parties seats together, else split, never twice; one that is too large leaves its seats', () => {
  const given = allotSeats(map, new Set(['A2']), [2, 1, 4, 2, 1])
  expect(given.map((seats) => seats?.length ?? null)).toEqual([2, 1, 4, null, 1])
  expect(given[0]).toEqual(['B1', 'B2'])
  expect([...given.flat(), 'A2'].filter(Boolean).sort()).toEqual(
    [...new Set([...given.flat(), 'A2'])].filter(Boolean).sort(),
  )
})
