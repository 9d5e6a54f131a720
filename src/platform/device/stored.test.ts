import { afterEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './stored.ts'

afterEach(() => vi.unstubAllGlobals())

const full = (): never => {
  throw new DOMException('full', 'QuotaExceededError')
}

test('keeps a text that the storage refused for the page, until a later write succeeds', () => {
  const kept = new Map([['mehfil.city', 'Pune']])
  let isFull = true
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => (isFull ? full() : kept.set(key, text)),
    removeItem: (key: string) => (isFull ? full() : kept.delete(key)),
  })
  expect(writeStored('city', 'Mumbai')).toBe(false)
  expect(readStored('city')).toBe('Mumbai')
  expect(writeStored('city', null)).toBe(false)
  expect(readStored('city')).toBeNull()
  isFull = false
  expect(writeStored('city', 'Nagpur')).toBe(true)
  expect(readStored('city')).toBe('Nagpur')
  expect(kept.get('mehfil.city')).toBe('Nagpur')
})

test('keeps written texts for the page when there is no storage', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(readStored('cart')).toBeNull()
  expect(writeStored('cart', '[]')).toBe(false)
  expect(readStored('cart')).toBe('[]')
})
