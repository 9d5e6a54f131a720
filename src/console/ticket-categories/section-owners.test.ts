import { expect, test } from 'vitest'
import { freeSections, layoutInUse, ownerOf } from './section-owners.ts'

const section = (code: string, blocked: number[] = []) => ({
  code,
  name: code,
  rows: [{ label: 'A', seats: [1, 2], blocked }],
})
const layout = {
  id: 'hall',
  name: 'Hall',
  stage: 'top' as const,
  sections: [section('GOLD'), section('BALC'), section('BOX', [1, 2])],
}
const gold = { categoryId: 'c', name: 'Gold', layoutId: 'hall', sections: ['GOLD'] }

test('offers free sections and names the owners of the others', () => {
  expect(freeSections([], layout)).toEqual(['GOLD', 'BALC'])
  expect(freeSections([gold], layout)).toEqual(['BALC'])
  expect(ownerOf([gold], 'hall', 'GOLD')).toBe('Gold')
  expect(ownerOf([gold], 'hall', 'BALC')).toBeNull()
  expect(ownerOf([gold], 'other', 'GOLD')).toBeNull()
})

test('all categories of an event use one layout', () => {
  expect(layoutInUse([])).toBeNull()
  expect(layoutInUse([gold])).toBe('hall')
})
