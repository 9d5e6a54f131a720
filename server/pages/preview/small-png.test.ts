import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { smallPng } from './small-png.ts'

/** Returns the chunks of a PNG by name. */
function chunks(png: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    found.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return found
}

/** Returns the colours of a PNG with a palette. */
function colours(png: Buffer, width: number): number[][] {
  const parts = chunks(png)
  const palette = parts.get('PLTE')!
  const rows = inflateSync(parts.get('IDAT')!)
  return [...rows]
    .filter((_, at) => at % (width + 1) !== 0)
    .map((index) => [...palette.subarray(index * 3, index * 3 + 3)])
}

const pixels = (rgb: number[][]): Uint8Array => Uint8Array.from(rgb.flatMap((one) => [...one, 255]))

test('a picture of few colours is exactly that picture', () => {
  const given = [
    [253, 253, 251],
    [247, 166, 0],
    [21, 23, 27],
    [247, 166, 0],
  ]
  const png = smallPng(pixels(given), 2)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
  expect([...chunks(png).get('IHDR')!]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0])
  expect(colours(png, 2)).toEqual(given)
})

test('a picture of thousands of colours keeps to 256, near the given ones on average', () => {
  const width = 64
  const given = Array.from({ length: width * width }, (_, at) => [at % 256, (at * 7) % 256, Math.floor(at / 16)])
  const png = smallPng(pixels(given), width)
  expect(chunks(png).get('PLTE')!.length).toBeLessThanOrEqual(768)
  const made = colours(png, width)
  const mean = (all: number[][], part: number) => all.reduce((sum, one) => sum + one[part]!, 0) / all.length
  for (const part of [0, 1, 2]) expect(Math.abs(mean(made, part) - mean(given, part))).toBeLessThan(3)
})
