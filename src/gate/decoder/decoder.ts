import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { DecoderAnswer, DecoderRequest, Detected } from './decoder-signals.ts'
// oxlint-disable-next-line import/default -- With this query Vite returns the URL of the built worker.
import workerUrl from './decoder-worker.ts?worker&url'
import type { Picture } from './frame-aids.ts'

export const decoderUrls: readonly string[] = [wasmUrl, workerUrl]

const START_AGAIN_MS = 2_000

/** The first answer includes fetching and compiling the decoder. */
const FIRST_ANSWER_MS = 60_000
/** The slowest phones need 1 to 2 s for a hard frame. */
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

/** Rejects all requests; the next one starts a new decoder. */
function failAll(reason: string): void {
  clearTimeout(timeout)
  failedAt = performance.now()
  worker?.terminate()
  worker = null
  for (const one of pending.values()) one.reject(new Error(reason))
  pending.clear()
}

/** A phone may end the decoder without an event: only a long silence shows it. */
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
    const sent = picture && {
      data: picture.data,
      width: picture.width,
      height: picture.height,
      colorSpace: picture.colorSpace,
    }
    worker.postMessage({ id, picture: sent, from } satisfies DecoderRequest, sent ? [sent.data.buffer] : [])
  })
}

/** Returns the texts of the QR codes in a picture, whose pixels move to the worker: it is empty afterwards. */
export const readCodes = async (picture: Picture): Promise<string[]> =>
  (await request(picture, 'picture')).map((one) => one.rawValue)

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

/** Makes html5-qrcode use our decoder: it reads inverted codes, and reads alike on every device. */
export function installDetector(): void {
  Object.assign(globalThis, { BarcodeDetector: Detector })
}

/** Starts the decoder. Rejects when its code cannot be fetched or compiled. */
export async function loadDecoder(): Promise<void> {
  await request(null, 'picture')
}
