import { expect, it } from 'vitest'
import { withoutMetadata } from './picture-metadata.ts'

const PLACE = 'GPS 19.0760 N 72.8777 E'
const bytesOf = (...parts: (number[] | string)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))))
const text = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('latin1')

const segment = (marker: number, data: string): number[] => [0xff, marker, 0, data.length + 2, ...Buffer.from(data)]
const jpeg = bytesOf(
  [0xff, 0xd8],
  segment(0xe0, 'JFIF'),
  segment(0xe1, `Exif ${PLACE}`),
  segment(0xe2, 'ICC_PROFILE'),
  segment(0xfe, PLACE),
  segment(0xdb, 'quantization'),
  segment(0xda, 'scan'),
  // EXIF-like text in the image data belongs to the picture.
  'entropy Exif \xff\xd9',
)

const chunk = (name: string, data: string): string => `\0\0\0${String.fromCharCode(data.length)}${name}${data}CRC!`
const png = bytesOf(
  [0x89],
  'PNG\r\n\x1a\n',
  chunk('IHDR', 'head'),
  chunk('eXIf', PLACE),
  chunk('tEXt', PLACE),
  chunk('IDAT', 'picture'),
  chunk('IEND', ''),
)

const riff = (name: string, data: number[] | string): Uint8Array => {
  const size = data.length
  return bytesOf(name, [size, 0, 0, 0], data, size % 2 ? [0] : [])
}
function webpOf(...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = Buffer.concat(chunks)
  return bytesOf('RIFF', [body.length + 4, 0, 0, 0], 'WEBP', [...body])
}
const announced = [0x0c | 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]
const webp = webpOf(riff('VP8X', announced), riff('VP8L', 'picture'), riff('EXIF', PLACE), riff('XMP ', PLACE))

it('withoutMetadata removes place and device, and keeps all that affects the drawing', () => {
  const clean = text(withoutMetadata(jpeg, 'image/jpeg'))
  for (const kept of ['JFIF', 'ICC_PROFILE', 'quantization', 'scan', 'entropy Exif']) expect(clean).toContain(kept)
  expect(clean).not.toContain(PLACE)
  expect(text(withoutMetadata(png, 'image/png'))).toBe(
    text(bytesOf([0x89], 'PNG\r\n\x1a\n', chunk('IHDR', 'head'), chunk('IDAT', 'picture'), chunk('IEND', ''))),
  )
  expect(text(withoutMetadata(webp, 'image/webp'))).toBe(
    text(webpOf(riff('VP8X', [0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]), riff('VP8L', 'picture'))),
  )
})

it('withoutMetadata returns null for a truncated picture or another type', () => {
  expect(withoutMetadata(jpeg.slice(0, 30), 'image/jpeg')).toBeNull()
  expect(withoutMetadata(png.slice(0, 20), 'image/png')).toBeNull()
  expect(withoutMetadata(webp.slice(0, 14), 'image/webp')).toBeNull()
  expect(withoutMetadata(jpeg, 'image/gif')).toBeNull()
})
