import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256, sha256Hex } from './sha256.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

it('SHA-256 without WebCrypto matches the examples of FIPS 180-4', () => {
  const text = (value: string) => hex(sha256(new TextEncoder().encode(value)))
  expect(text('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(text('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('SHA-256 without WebCrypto matches Node’s for every length around a block', async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255)
    const expected = createHash('sha256').update(bytes).digest('hex')
    expect(hex(sha256(bytes))).toBe(expected)
    expect(await sha256Hex(bytes)).toBe(expected)
  }
})
