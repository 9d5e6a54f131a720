import { describe, expect, it } from 'vitest'
import { aCategory } from '../../../tests/support/concerts/plain-rows.ts'
import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import {
  addFree,
  byCategory,
  countSeats,
  hallOf,
  keptByReason,
  ownersByKey,
  pressSeat,
  seatKey,
  seatOfKey,
  stillChosen,
  type HallSeats,
} from './hall.ts'

const category = (id: string, more: Partial<TicketCategory> = {}) =>
  aCategory({ id, name: id === 'g' ? 'Gold' : 'Silver', totalTickets: 4, gridColumns: 2, ...more })
const none = { held: [], review: [], ticket: [], elsewhere: [], kept: [] }
const seats: HallSeats = {
  at: 0,
  categories: [
    {
      ...none,
      categoryId: 'g',
      total: 10,
      held: ['A1'],
      ticket: ['A2', 'A3'],
      kept: [
        { reason: 'Sponsor', seats: ['B10', 'B2'] },
        { reason: 'Sight line', seats: ['C1'] },
      ],
    },
    {
      ...none,
      categoryId: 's',
      total: 5,
      review: ['A1'],
      elsewhere: ['A2'],
      kept: [{ reason: 'Sponsor', seats: ['A3'] }],
    },
  ],
}
const owners = ownersByKey(seats)

describe('the hall', () => {
  it('draws categories with the same labels side by side, each under its name', () => {
    const hall = hallOf([category('g'), category('s')], [])
    expect(hall.total).toBe(8)
    expect(hall.sections.map(({ name }) => name)).toEqual(['Gold', 'Silver'])
    expect(hall.sections[1]?.rows[0]?.seats[0]?.label).toBe(seatKey('s', 'A1'))
    expect(hallOf([category('g')], []).sections[0]?.name).toBeNull()
  })

  it('keeps the order of the layout, whatever the categories', () => {
    const layout = (code: string, name: string) => ({
      layout: {
        id: 'l',
        name: 'Hall',
        stage: 'bottom',
        sections: [{ code, name, rows: [{ label: 'A', seats: [1, null, 2] }] }],
      },
    })
    const hall = hallOf(
      [category('g', layout('BALC', 'Balcony')), category('s', layout('STAL', 'Silver'))],
      ['STAL', 'BALC'],
    )
    expect(hall.sections.map(({ name }) => name)).toEqual(['Silver', 'Gold · Balcony'])
    expect(hall.stage).toBe('bottom')
    expect(hall.sections[0]?.rows[0]?.seats).toEqual([
      { label: 's STAL-A1', number: 1, blocked: false, wheelchair: false },
      null,
      { label: 's STAL-A2', number: 2, blocked: false, wheelchair: false },
    ])
  })

  it('keeps where sections are and how rows are bent', () => {
    const section = { code: 'A', name: 'A', x: 3, y: 4, turn: 90, rows: [{ label: 'A', curve: 0.5, seats: [1, 2] }] }
    const platform = { x: 0, y: 0, width: 4, height: 3 }
    const layout = { id: 'l', name: 'Hall', stage: 'top', platform, sections: [section] }
    const hall = hallOf([category('g', { layout })], ['A'])
    expect(hall).toMatchObject({ platform, sections: [{ x: 3, y: 4, turn: 90, rows: [{ curve: 0.5 }] }] })
  })

  it('finds a seat by its key', () => {
    expect(seatOfKey(seatKey('g', 'BALC-A1'))).toEqual({ categoryId: 'g', label: 'BALC-A1' })
  })
})

describe('numbers', () => {
  it('counts every seat once', () => {
    expect(countSeats(seats.categories)).toEqual({ free: 6, held: 1, review: 1, ticket: 2, elsewhere: 1, kept: 4 })
    expect(owners.size).toBe(9)
  })

  it('lists kept seats by reason, in seat order', () => {
    expect(keptByReason(seats.categories)).toEqual([
      { reason: 'Sponsor', keys: ['g B2', 'g B10', 's A3'] },
      { reason: 'Sight line', keys: ['g C1'] },
    ])
  })
})

describe('choosing', () => {
  const press = (...keys: string[]) =>
    keys.reduce((chosen, key) => pressSeat(chosen, key, owners), null as ReturnType<typeof pressSeat>)

  it('takes free seats together and lets one go again', () => {
    expect(press('g D1', 'g D2', 's B1')).toEqual({ owner: 'free', keys: ['g D1', 'g D2', 's B1'] })
    expect(press('g D1', 'g D2', 'g D1')).toEqual({ owner: 'free', keys: ['g D2'] })
    expect(press('g D1', 'g D1')).toBeNull()
  })

  it('never mixes states, and shows one sold seat at a time', () => {
    expect(press('g D1', 'g B2', 'g B10')).toEqual({ owner: 'kept', keys: ['g B2', 'g B10'] })
    expect(press('g A2', 'g A3')).toEqual({ owner: 'ticket', keys: ['g A3'] })
  })

  it('takes a row of free seats at once', () => {
    expect(addFree(press('g D1'), ['g D1', 'g D2'])).toEqual({ owner: 'free', keys: ['g D1', 'g D2'] })
    expect(addFree(press('g B2'), ['g D2'])).toEqual({ owner: 'free', keys: ['g D2'] })
  })

  it('stops at what one call may hold', () => {
    const many = { owner: 'free' as const, keys: Array.from({ length: 500 }, (_, n) => `g X${n}`) }
    expect(pressSeat(many, 'g Y1', owners)).toBe(many)
  })

  it('drops seats that others changed', () => {
    const chosen = press('g D1', 'g D2')
    expect(stillChosen(chosen, owners)).toBe(chosen)
    expect(stillChosen(chosen, new Map([['g D1', 'held']]))).toEqual({ owner: 'free', keys: ['g D2'] })
    expect(stillChosen(press('g D1'), new Map([['g D1', 'held']]))).toBeNull()
  })

  it('groups a choice for the calls', () => {
    expect(byCategory(['g B10', 's A3', 'g B2'])).toEqual([
      { categoryId: 'g', seats: ['B2', 'B10'] },
      { categoryId: 's', seats: ['A3'] },
    ])
  })
})
