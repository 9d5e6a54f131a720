import { expect, it } from 'vitest'
import { sectionsOf } from '#shop/catalogue/catalogue.ts'
import { formatSeatsOneByOne, spokenSeat, formatSeats } from './seat-names.ts'

const sections = { FRNT: 'Front stalls', BALC: 'Balcony' }

it.each([
  [['FRNT-A9'], 'Front stalls A9'],
  [['FRNT-A9', 'FRNT-A10'], 'Front stalls A9, A10'],
  [['FRNT-A9', 'BALC-B1', 'FRNT-A10'], 'Front stalls A9, A10; Balcony B1'],
])('writes %j with the section once: %s', (seats, list) => {
  expect(formatSeats({ seats, sections })).toEqual({ n: seats.length, list, named: true })
})

it('writes seats of a hall without sections by row and number', () => {
  expect(formatSeats({ seats: ['A1', 'A2'] })).toEqual({ n: 2, list: 'A1, A2', named: false })
})

it('writes the code of a section without a known name', () => {
  expect(formatSeats({ seats: ['FRNT-A9', 'FRNT-A10'] }).list).toBe('FRNT-A9, FRNT-A10')
  expect(formatSeats({ seats: ['REAR-A9', 'BALC-B1'], sections }).list).toBe('REAR-A9; Balcony B1')
})

it('keeps text that is no seat label, and ignores wrong names', () => {
  expect(formatSeats({ seats: ['somewhere'], sections }).list).toBe('somewhere')
  expect(formatSeats({ seats: ['FRNT-A9'], sections: { FRNT: 7 } as never }).list).toBe('FRNT-A9')
})

it('names a section where it begins when seats are listed one by one', () => {
  const seats = ['FRNT-A9', 'FRNT-A10', 'BALC-B1', 'BALC-B2', 'FRNT-A11']
  expect(formatSeatsOneByOne({ seats, sections })).toEqual([
    'Front stalls A9',
    'A10',
    'Balcony B1',
    'B2',
    'Front stalls A11',
  ])
  expect(formatSeatsOneByOne({ seats: ['FRNT-A9', 'FRNT-A10'] })).toEqual(['FRNT-A9', 'FRNT-A10'])
  expect(formatSeatsOneByOne({ seats: ['A1', 'A2', 'somewhere'] })).toEqual(['A1', 'A2', 'somewhere'])
  expect(spokenSeat('FRNT-A9', sections)).toBe('Front stalls A9')
})

it('reads the names from the layout of a category', () => {
  const layout = {
    id: 'l',
    name: 'Hall',
    stage: 'top',
    sections: [{ code: 'FRNT', name: 'Front stalls', rows: [] }],
  }
  expect(sectionsOf({ layout })).toEqual({ FRNT: 'Front stalls' })
  expect(sectionsOf({ layout: null })).toBeNull()
})
