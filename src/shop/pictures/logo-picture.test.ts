import { expect, test } from 'vitest'
import { faultOfKind, faultOfLogo, placeInIcon, readLogo } from './logo-picture.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n', null],
  ['\xff\xd8\xff\xe0', null],
  ['RIFF0000WEBPVP8 ', null],
  ['<svg onload="alert(1)">', 'svg'],
  ['<?xml version="1.0"?><!-- a --><SVG xmlns="x">', 'svg'],
  ['GIF89a', 'not_an_image'],
  ['\0\0\0\x1cftypavif', 'not_an_image'],
  ['', 'not_an_image'],
])('%j by its first bytes: %s', (text, fault) => expect(faultOfKind(bytes(text))).toBe(fault))

test('a logo is large enough, and fits into a header', () => {
  expect(faultOfLogo(200, 100)).toBeNull()
  expect(faultOfLogo(100, 200)).toBeNull()
  expect(faultOfLogo(199, 199)).toBe('too_small')
  expect(faultOfLogo(1200, 200)).toBeNull()
  expect(faultOfLogo(1201, 200)).toBe('too_long')
  expect(faultOfLogo(100, 201)).toBe('too_long')
})

/** Ten by ten: each letter a pixel. */
const colours: Record<string, number[]> = {
  '.': [0, 0, 0, 0],
  k: [10, 10, 20, 255],
  w: [250, 250, 250, 255],
  r: [200, 40, 40, 255],
  g: [40, 160, 60, 255],
}
const pixels = (rows: string[]) => ({
  data: Uint8ClampedArray.from(rows.flatMap((row) => [...row].flatMap((letter) => colours[letter] ?? []))),
  width: rows[0]?.length ?? 0,
  height: rows.length,
})

test.each([
  ['dark letters need a light ground', ['.....', '.k.k.', '.rrr.', '.....'], 'light'],
  ['white ones a dark ground', ['.....', '.w.w.', '.rrr.', '.....'], 'dark'],
  ['colours are read on both', ['.....', '.r.r.', '.rgg.', '.....'], 'any'],
])('%s, and an empty edge is left out', (_, rows, ground) =>
  expect(readLogo(pixels(rows))).toEqual({ box: { x: 1, y: 1, width: 3, height: 2 }, ground, edge: null }),
)

test('a picture that covers its ground brings its own', () => {
  expect(readLogo(pixels(['rrr', 'rwr', 'rrr']))).toMatchObject({ ground: 'any', edge: 'rgb(200 40 40)' })
  expect(readLogo(pixels(['rrw', 'rwr', 'grr']))).toMatchObject({ ground: 'any', edge: null })
  expect(readLogo(pixels(['...', '...']))).toBeNull()
})

test('in an icon a logo lies in the middle, in a mask within the circle that launchers leave', () => {
  expect(placeInIcon({ width: 400, height: 100 }, 200, '192')).toEqual({ x: 16, y: 79, width: 168, height: 42 })
  const { x, y, width, height } = placeInIcon({ width: 300, height: 300 }, 512, 'mask')
  expect(Math.hypot(x - 256, y - 256)).toBeCloseTo(0.4 * 512)
  expect([width, height]).toEqual([width, width])
})
