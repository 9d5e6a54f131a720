import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { DecoderAnswer, DecoderRequest, Detected } from './decoder-signals.ts'
// oxlint-disable-next-line import/default -- With this query Vite's answer is the address of the built worker.
import workerUrl from './decoder-worker.ts?worker&url'
import type { Picture } from './frame-aids.ts'

/** Where the decoder's code is served, by us: never from somebody else's network. */
export const decoderUrls: readonly string[] = [wasmUrl, workerUrl]

/** A decoder that did not start is not started again for every frame, but once in so many milliseconds. */
const START_AGAIN_MS = 2_000

/** Loading and compiling its code comes before the first answer, from a slow network; milliseconds. */
const FIRST_ANSWER_MS = 60_000
/** A hard frame takes the slowest phone a second or two: a decoder that is silent for longer has ended. Milliseconds. */
const ANSWER_MS = 10_000

interface PendingRequest {
  resolve: (found: Detected[]) => void
  reject: (error: Error) => void
}

let worker: Worker | null = null
let failedAt = -Infinity
let lastId = 0
let timeoutMs = FIRST_ANSWER_MS
let timeout: ReturnType<typeof setTimeout> | undefined
const pending = new Map<number, PendingRequest>()

/** Everybody who waits is told; the next question starts a new decoder, which fetches its code again. */
function failAll(reason: string): void {
  clearTimeout(timeout)
  failedAt = performance.now()
  worker?.terminate()
  worker = null
  for (const one of pending.values()) one.reject(new Error(reason))
  pending.clear()
}

/** Counts anew how long the decoder says nothing, as long as anybody waits for it: no phone tells that it has ended. */
function restartTimeout(): void {
  clearTimeout(timeout)
  if (pending.size > 0) timeout = setTimeout(() => failAll(`The decoder gave no answer in ${timeoutMs} ms`), timeoutMs)
}

function start(): Worker {
  timeoutMs = FIRST_ANSWER_MS
  const started = new Worker(workerUrl, { type: 'module', name: 'decoder' })
  started.addEventListener('error', (event) => failAll(event.message || 'The decoder did not start'))
  started.addEventListener('message', ({ data }: MessageEvent<DecoderAnswer>) => {
    if ('error' in data) return failAll(data.error)
    timeoutMs = ANSWER_MS
    pending.get(data.id)?.resolve(data.found)
    pending.delete(data.id)
    restartTimeout()
  })
  return started
}

function request(picture: Picture | null, from: DecoderRequest['from']): Promise<Detected[]> {
  return new Promise((resolve, reject) => {
    worker ??= start()
    const id = (lastId += 1)
    pending.set(id, { resolve, reject })
    if (pending.size === 1) restartTimeout()
    // In parts, so that the pixels are handed over and not copied.
    const sent = picture && {
      data: picture.data,
      width: picture.width,
      height: picture.height,
      colorSpace: picture.colorSpace,
    }
    worker.postMessage({ id, picture: sent, from } satisfies DecoderRequest, sent ? [sent.data.buffer] : [])
  })
}

/** The texts of the QR codes in one picture, whose pixels go to the decoder: the picture is empty afterwards. */
export const readCodes = async (picture: Picture): Promise<string[]> =>
  (await request(picture, 'picture')).map((one) => one.rawValue)

/** What html5-qrcode takes for the browser's own barcode detector (https://wicg.github.io/shape-detection-api/). */
class Detector {
  static getSupportedFormats(): Promise<string[]> {
    return Promise.resolve(['qr_code'])
  }

  async detect(canvas: HTMLCanvasElement): Promise<Detected[]> {
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || canvas.width === 0 || canvas.height === 0) return []
    if (!worker && performance.now() - failedAt < START_AGAIN_MS) return []
    return request(context.getImageData(0, 0, canvas.width, canvas.height), 'camera')
  }
}

/**
 * Puts our decoder where html5-qrcode looks for the browser's. Everywhere, also where there is one: it reads inverted
 * codes too, and every device reads alike.
 */
export function installDetector(): void {
  Object.assign(globalThis, { BarcodeDetector: Detector })
}

/** Starts the decoder, which loads and compiles its code. Rejects when that is not to be had. */
export async function loadDecoder(): Promise<void> {
  await request(null, 'picture')
}
