import { beforeEach, expect, it, vi } from 'vitest'
import { readPhoto } from './qr-photo.tsx'

const decoder = vi.hoisted(() => ({ loads: true, answers: true }))
vi.mock('#gate/decoder/decoder.ts', () => ({
  loadDecoder: async () => {
    if (!decoder.loads) throw new Error('no wasm')
  },
  readCodes: async () => {
    if (!decoder.loads || !decoder.answers) throw new Error('The decoder gave no answer in 10000 ms')
    return []
  },
}))
const picture = vi.hoisted(() => ({ opens: true }))
vi.mock('#shop/pictures/canvas.ts', () => ({
  decodePicture: async () => (picture.opens ? { width: 100, height: 100, close() {} } : null),
  drawn: () => ({ width: 100, height: 100, getContext: () => ({ getImageData: () => ({}) }) }),
}))

const photo = () => readPhoto(new Blob())

beforeEach(() => {
  Object.assign(decoder, { loads: true, answers: true })
  picture.opens = true
})

it('says which part failed: the file, the decoder’s code, or the reading', async () => {
  expect(await photo()).toContain('No QR was found')
  decoder.answers = false
  expect(await photo()).toBe('This device stopped reading the picture. Crop it to the QR, then try again.')
  decoder.loads = false
  expect(await photo()).toContain('could not be loaded')
  picture.opens = false
  expect(await photo()).toContain('cannot open this file')
})
