import { describe, expect, it } from 'vitest'
import { pictureType, pixelsOf } from './picture-format.ts'

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256)
const little = (value: number, bytes: number): number[] => big(value, bytes).toReversed()

const png = (width: number, height: number): number[] => [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[...big(13, 4), ...ascii('IHDR'), ...big(width, 4), ...big(height, 4), 8, 2, 0, 0, 0],
]
const frame = (marker: number, width: number, height: number): number[] => [
  ...[0xff, marker, ...big(11, 2), 8, ...big(height, 2), ...big(width, 2), 1, 1, 0x11, 0],
]
const jpeg = (...parts: number[][]): number[] => [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, ...parts.flat()]
const riff = (name: string, ...data: number[]): number[] => [
  ...[...ascii('RIFF'), ...little(4 + 8 + data.length, 4), ...ascii('WEBP')],
  ...[...ascii(name), ...little(data.length, 4), ...data],
]
const lossless = (width: number, height: number): number[] => little(width - 1 + (height - 1) * 2 ** 14, 4)

it.each([
  ['image/png', png(1, 1)],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', riff('VP8 ')],
  [null, ascii('<script>alert(1)</script>')],
  [null, ascii('<?php')],
  [null, ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [null, ascii('%PDF-1.7')],
  [null, ascii('GIF89a')],
  [null, [0x89, 0x50, 0x4e, 0x47]],
  [null, [...ascii('RIFF'), 1, 2, 3, 4, ...ascii('AVI ')]],
  [null, [...ascii('RIFF'), 4, 0, 0, 0, ...ascii('WAVEfmt ')]],
  [null, []],
])('pictureType returns %s by the first bytes', (type, bytes) => expect(pictureType(Uint8Array.from(bytes))).toBe(type))

describe('pixelsOf', () => {
  it.each([
    ['a PNG', png(30_000, 30_000), 900_000_000],
    ['a PNG as large as the format allows', png(2 ** 31 - 1, 2 ** 31 - 1), (2 ** 31 - 1) ** 2],
    ['a JPEG', jpeg(frame(0xc0, 1080, 2400)), 1080 * 2400],
    ['a progressive JPEG after its tables', jpeg([0xff, 0xc4, 0, 4, 9, 9], frame(0xc2, 65_535, 65_535)), 65_535 ** 2],
    ['a JPEG with filling, a restart and garbage', jpeg([0xff, 0xff, 0xd0, 7, 7], frame(0xc1, 20, 10)), 200],
    ['a WebP', riff('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, ...little(720, 2), ...little(1600, 2)), 720 * 1600],
    ['a lossless WebP', riff('VP8L', 0x2f, ...lossless(16_384, 9)), 16_384 * 9],
    ['an extended WebP', riff('VP8X', 0, 0, 0, 0, ...little(99_999, 3), ...little(41, 3)), 100_000 * 42],
  ])('reads %s', (_, bytes, pixels) => expect(pixelsOf(Uint8Array.from(bytes))).toBe(pixels))

  it.each([
    ['a script', ascii('<script>')],
    ['a PNG that ends early', png(1, 1).slice(0, 20)],
    ['a JPEG without a frame', jpeg([0xff, 0xd9])],
    ['a WebP of no known kind', riff('ABCD', 1, 2, 3)],
    ['a WebP that ends early', riff('VP8X')],
  ])('returns null for %s', (_, bytes) => expect(pixelsOf(Uint8Array.from(bytes))).toBeNull())

  it('reads a part of a larger buffer', () => {
    const whole = Uint8Array.from([1, 2, 3, ...png(12, 34)])
    expect(pixelsOf(whole.subarray(3))).toBe(12 * 34)
  })
})
