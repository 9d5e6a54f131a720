import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DecoderAnswer, DecoderRequest, Detected } from './decoder-signals.ts'

/** Records the requests of the page and answers on command. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = []
  readonly requests: DecoderRequest[] = []
  ended = false
  constructor() {
    super()
    FakeWorker.all.push(this)
  }
  postMessage(request: DecoderRequest): void {
    this.requests.push(request)
  }
  terminate(): void {
    this.ended = true
  }
  answers(data: DecoderAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  breaks(): void {
    this.dispatchEvent(new Event('error'))
  }
}

const picture = () => ({ data: new Uint8ClampedArray(16), width: 2, height: 2, colorSpace: 'srgb' as const })
const code = (rawValue: string): Detected => ({
  rawValue,
  format: 'qr_code',
  boundingBox: { x: 0, y: 0, width: 1, height: 1 },
})
const canvas = { width: 2, height: 2, getContext: () => ({ getImageData: picture }) } as unknown as HTMLCanvasElement

let decoder: typeof import('./decoder.ts')
const newest = (): FakeWorker => FakeWorker.all.at(-1)!
const detect = (): Promise<Detected[]> => {
  const { BarcodeDetector } = globalThis as unknown as {
    BarcodeDetector: new () => { detect(on: HTMLCanvasElement): Promise<Detected[]> }
  }
  return new BarcodeDetector().detect(canvas)
}

beforeEach(async () => {
  vi.resetModules()
  FakeWorker.all = []
  vi.stubGlobal('Worker', FakeWorker)
  decoder = await import('./decoder.ts')
  decoder.installDetector()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the decoder beside the page gives each request its own answer in any order', async () => {
  const one = decoder.readCodes(picture())
  const other = detect()
  const [first, second] = newest().requests
  expect([FakeWorker.all.length, first!.from, second!.from]).toEqual([1, 'picture', 'camera'])
  newest().answers({ id: second!.id, found: [code('MF2:other')] })
  newest().answers({ id: first!.id, found: [code('MF2:one')] })
  expect(await one).toEqual(['MF2:one'])
  expect((await other)[0]!.rawValue).toBe('MF2:other')
})

it('the decoder beside the page reports a failed start and starts again on the next request', async () => {
  const first = decoder.loadDecoder()
  newest().breaks()
  await expect(first).rejects.toThrow('The decoder did not start')
  expect(newest().ended).toBe(true)
  const again = decoder.loadDecoder()
  expect(FakeWorker.all).toHaveLength(2)
  newest().answers({ id: newest().requests[0]!.id, found: [] })
  await expect(again).resolves.toBeUndefined()
})

it('the decoder beside the page is replaced when it stops answering', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const first = detect()
  vi.advanceTimersByTime(50_000)
  newest().answers({ id: newest().requests[0]!.id, found: [] })
  expect(await first).toEqual([])
  const frames = [detect(), detect()]
  vi.advanceTimersByTime(10_000)
  for (const one of frames) await expect(one).rejects.toThrow('no answer')
  expect(newest().ended).toBe(true)
  vi.advanceTimersByTime(2_000)
  const later = detect()
  expect(FakeWorker.all).toHaveLength(2)
  newest().answers({ id: newest().requests[0]!.id, found: [] })
  expect(await later).toEqual([])
})

it('the decoder beside the page is not replaced while idle', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const first = detect()
  newest().answers({ id: newest().requests[0]!.id, found: [] })
  await first
  vi.advanceTimersByTime(600_000)
  expect(newest().ended).toBe(false)
})

it('the decoder beside the page rejects all requests when its code cannot be loaded, and does not restart for every frame', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const waiting = [detect(), detect()]
  newest().answers({ id: newest().requests[0]!.id, error: 'no wasm' })
  for (const one of waiting) await expect(one).rejects.toThrow('no wasm')
  for (let frame = 0; frame < 20; frame += 1) expect(await detect()).toEqual([])
  expect(FakeWorker.all).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  const later = detect()
  expect(FakeWorker.all).toHaveLength(2)
  newest().answers({ id: newest().requests[0]!.id, found: [] })
  expect(await later).toEqual([])
})
