import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import { sceneFrames, type SceneKind } from '../../../tests/bench/gate/scenes.ts'
import { qrModules } from '../../../tests/support/gate/fake-camera.ts'
import { frameReader } from './decode-passes.ts'
import { grayOf, halved, pictureOf, sharpened, smoothed, stretched, type Gray, type Picture } from './frame-aids.ts'

const CODE = 'MF2:A TICKET OF NOBODY AT NO EVENT WITH A LONG ENOUGH TEXT 0123456789'
/** A scene whose first frame no setting of the decoder reads without an aid. */
const BLURRED = 9000
const tiny: Picture = pictureOf({ width: 8, height: 8, light: new Uint8ClampedArray(64).fill(100) })

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer } = Uint8Array.from(readFileSync(path))
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
})

const read = async (picture: Picture, options: ReaderOptions): Promise<string[]> =>
  (await readBarcodes(picture, options)).filter((one) => one.isValid).map((one) => one.text)

describe('a frame', () => {
  it('is read once when that finds a code', async () => {
    let looks = 0
    const look = frameReader(async () => [(looks += 1)])
    expect(await look(tiny)).toEqual([1])
    expect(looks).toBe(1)
  })

  it('gets one aid on a slow phone, in turn with later frames, and all aids on a fast one', async () => {
    let now = 0
    const seen: Picture[] = []
    const slow = frameReader(
      async (picture) => {
        now += 200
        seen.push(picture)
        return []
      },
      () => now,
    )
    for (let frame = 0; frame < 5; frame += 1) await slow(tiny)
    expect(seen).toHaveLength(10)
    expect(seen.filter((picture) => picture.width === 4)).toHaveLength(1)
    let looks = 0
    await frameReader(
      async () => ((looks += 1), []),
      () => 0,
    )(tiny)
    expect(looks).toBe(6)
  })

  // Small frames: computing the pictures is slow on a busy machine.
  const small = { width: 640, height: 480 }
  it.each<[SceneKind, number]>([
    ['blur', 9000],
    ['low contrast', 9017],
    ['inverted', 9034],
    ['everything', 9051],
  ])('of a hard scene is read within two: %s', async (kind, seed) => {
    const look = frameReader(read)
    const [first, second] = sceneFrames(kind, seed, await qrModules(CODE), small)
    const found = (await look(pictureOf(first!))).concat(await look(pictureOf(second!)))
    expect(found).toContain(CODE)
  })

  it('out of focus is read with an aid when the plain pass reads nothing', async () => {
    const frame = pictureOf(sceneFrames('blur', BLURRED, await qrModules(CODE), small)[0]!)
    expect(await read(frame, { formats: ['QRCode'], tryHarder: true, binarizer: 'LocalAverage' })).toEqual([])
    // An endless time limit.
    expect(await frameReader(read, () => 0)(frame)).toEqual([CODE])
  })
})

describe('an aid', () => {
  const of = (width: number, ...light: number[]): Gray => ({
    width,
    height: light.length / width,
    light: Uint8ClampedArray.from(light),
  })

  it('converts colours to luminance and back to gray', () => {
    const picture = { ...pictureOf(of(2, 0, 255)), data: Uint8ClampedArray.of(255, 0, 0, 255, 255, 255, 255, 255) }
    expect([...grayOf(picture).light]).toEqual([76, 255])
    expect([...pictureOf(of(1, 7)).data]).toEqual([7, 7, 7, 255])
  })

  it('halves, dropping an odd row', () => {
    expect(halved(of(2, 0, 100, 100, 200, 9, 9))).toEqual({ width: 1, height: 1, light: Uint8ClampedArray.of(100) })
  })

  it('smooths to the mean, repeating the edges', () => {
    expect([...smoothed(of(3, 0, 90, 0, 0, 90, 0, 0, 90, 0), 1).light]).toEqual([30, 30, 30, 30, 30, 30, 30, 30, 30])
  })

  it('amplifies differences and leaves an even area unchanged', () => {
    expect([...sharpened(of(3, 100, 100, 100), 1, 4).light]).toEqual([100, 100, 100])
    const [dark, , light] = sharpened(of(3, 90, 100, 110), 1, 2).light
    expect(dark!).toBeLessThan(90)
    expect(light!).toBeGreaterThan(110)
  })

  it('stretches low contrast', () => {
    const faint = of(64, ...Array.from({ length: 64 * 64 }, (_, at) => (Math.floor(at / 4) % 2 === 0 ? 100 : 120)))
    const { light } = stretched(faint)
    expect(Math.max(...light)).toBe(255)
    expect(Math.min(...light)).toBe(0)
  })
})
