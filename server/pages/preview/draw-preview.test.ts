import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anEvent } from '../../../tests/support/concerts/plain-rows.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { accentCss } from '#shop/settings/accent.ts'
import { openTypesetter } from '../../mail/pdf/pdf-text.ts'
import { fontsOfShop } from '../../mail/pdf/shop-fonts.ts'
import { drawPreview } from './draw-preview.ts'
import { fitText, STEP } from './fit-text.ts'
import { previewMark, previewOf } from './preview.ts'

const type = openTypesetter(fontsOfShop())
const event = anEvent({ id: '8a1b6f7e-0000-4000-8000-000000000001' })
const svg = readFileSync(new URL('../../../public/posters/mor.svg', import.meta.url), 'utf8')
const room = { width: 600, sizes: [100, 70, 50], lines: 3, height: 260 }

test('a name is set as large as it fits, and cut only in the smallest size', () => {
  const short = fitText('Meher Qazi', room, type)
  expect([short.size, short.lines.map((line) => line.text)]).toEqual([100, ['Meher Qazi']])
  const longer = fitText('The Karnataka College of Percussion and Friends', room, type)
  expect(longer.size).toBeLessThan(100)
  expect(longer.lines.map((line) => line.text).join(' ')).toBe('The Karnataka College of Percussion and Friends')
})

test.each([
  ['one long word', 'W'.repeat(300)],
  ['many words', 'Sri Venkateswara Subrahmanyam '.repeat(12)],
  ['Devanagari', 'मेहर क़ाज़ी और उनके साथी कलाकार '.repeat(8)],
  ['marks that are no text', '<b>&amp;"]]>'.repeat(20)],
  ['nothing but what no font has', '🎶🎶'],
  ['ten thousand accents on one letter', `a${'\u0301'.repeat(10_000)}`],
])('a name stays in its room: %s', (_, name) => {
  const { lines, size } = fitText(name, room, type)
  expect(lines.length).toBeLessThanOrEqual(3)
  expect(lines.length * size * STEP).toBeLessThanOrEqual(260)
  for (const line of lines) expect(line.width * size).toBeLessThanOrEqual(600)
})

test('what staff typed is drawn as outlines, and never is a part of the drawing', () => {
  const name = '"/><script>alert(1)</script><image href="file:///etc/passwd"/>'
  const odd = { ...event, venue: name, city: name, singer: { ...event.singer, name } }
  const drawing = drawPreview(previewOf(odd, { ...FIRST_LOOK, name }), { svg, jpeg: null, logo: null }, type)
  expect(drawing).not.toMatch(/script|<image|<text|href="(?!#)/)
  expect(drawing.match(/<svg /g)).toHaveLength(2)
})

test('the date is on the shop’s accent, and struck when the concert is cancelled', () => {
  const look = { ...FIRST_LOOK, css: accentCss('#7a1fa2') }
  const drawn = drawPreview(previewOf(event, look), { svg, jpeg: null, logo: null }, type)
  expect(drawn).toContain('fill="#7a1fa2"')
  const cancelled = previewOf({ ...event, status: 'cancelled' }, look)
  expect(drawPreview(cancelled, { svg, jpeg: null, logo: null }, type)).not.toContain('fill="#7a1fa2"')
  expect(previewMark(cancelled)).not.toBe(previewMark(previewOf(event, look)))
})

test('the shop’s logo is in place of its name, on the ground that it needs', () => {
  const path = (ground: string): string => `logo/0123456789abcdef-144x96-${ground}`
  const drawn = (logo: string, png: Uint8Array | null): string =>
    drawPreview(previewOf(event, { ...FIRST_LOOK, logo }), { svg, jpeg: null, logo: png }, type)
  const png = Uint8Array.from([1, 2, 3])
  const place = 'x="1044.00" y="48" width="108.00" height="72.00"'
  expect(drawn(path('any'), png)).toContain(`<image ${place} href="data:image/png;base64,AQID"/>`)
  expect(drawn(path('any'), png)).not.toContain(`<rect ${place}`)
  expect(drawn(path('dark'), png)).toContain(`<rect ${place} fill="#15171b"`)
  // Its file cannot be read.
  expect(drawn(path('any'), null)).toBe(drawn('', null))
})
