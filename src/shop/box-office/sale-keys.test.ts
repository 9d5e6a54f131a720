import { expect, it } from 'vitest'
import { doorMethods } from './door-sale.ts'
import { methodKeys, saleKey, soldKey } from './sale-keys.ts'

it('chooses a category by its number, except where a number is typed', () => {
  expect(saleKey('1', 'page')).toEqual({ does: 'category', index: 0 })
  expect(saleKey('9', 'map')).toEqual({ does: 'category', index: 8 })
  expect(saleKey('0', 'page')).toBeNull()
  for (const place of ['number', 'amount'] as const) expect(saleKey('2', place)).toBeNull()
})

it('changes how many by arrows, + and -, except on the map, where they move and zoom', () => {
  expect([saleKey('ArrowUp', 'number'), saleKey('ArrowDown', 'page')]).toEqual([{ does: 'more' }, { does: 'fewer' }])
  expect([saleKey('+', 'page'), saleKey('-', 'number')]).toEqual([{ does: 'more' }, { does: 'fewer' }])
  for (const place of ['map', 'amount'] as const)
    for (const key of ['ArrowUp', '+', '-']) expect(saleKey(key, place)).toBeNull()
})

it('has a letter for each method, also beside a typed number, in either case', () => {
  for (const method of doorMethods) {
    expect(saleKey(methodKeys[method], 'page')).toEqual({ does: 'method', method })
    for (const place of ['number', 'amount'] as const)
      expect(saleKey(methodKeys[method].toLowerCase(), place)).toEqual({ does: 'method', method })
  }
})

it('leaves every key to a text', () => {
  for (const key of ['1', 'c', 'P', '+', 'ArrowUp']) expect(saleKey(key, 'text')).toBeNull()
  for (const key of ['p', 'n', 'z']) expect(soldKey(key, 'text')).toBeNull()
})

it('prints, undoes and goes on once a sale is made', () => {
  expect(['p', 'N', 'z', 'x'].map((key) => soldKey(key, 'page'))).toEqual(['print', 'next', 'undo', null])
})

it('gives no key two meanings', () => {
  const keys = [...'1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ+-']
  const meanings = keys.map((key) => JSON.stringify(saleKey(key, 'page'))).filter((meaning) => meaning !== 'null')
  expect(new Set(meanings).size).toBe(meanings.length)
})
