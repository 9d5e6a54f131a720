/**
 * The decoder, beside the page: reading a hard frame takes a phone a tenth of a second and more, and meanwhile the page
 * answers taps, draws, and judges what a USB scanner reads.
 */
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Asked, Answered, Detected } from './decoder-messages.ts'
import { frameReader } from './looks.ts'
import type { Picture } from './picture-aids.ts'

declare const self: DedicatedWorkerGlobalScope

const overrides = { locateFile: () => wasmUrl }

async function read(picture: Picture, options: ReaderOptions): Promise<Detected[]> {
  const found = await readBarcodes(picture, options)
  return found
    .filter((one) => one.isValid)
    .map(({ text, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
      const xs = [topLeft.x, topRight.x, bottomLeft.x, bottomRight.x]
      const ys = [topLeft.y, topRight.y, bottomLeft.y, bottomRight.y]
      const [x, y] = [Math.min(...xs), Math.min(...ys)]
      // Never empty: the largest of several is taken.
      const [width, height] = [Math.max(...xs) - x + 1, Math.max(...ys) - y + 1]
      return { rawValue: text, format: 'qr_code', boundingBox: { x, y, width, height } }
    })
}

const frames = frameReader(read)

async function answer({ picture, from }: Asked): Promise<Detected[]> {
  await prepareZXingModule({ overrides, fireImmediately: true })
  if (!picture) return []
  return from === 'camera' ? frames(picture) : frameReader(read)(picture)
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const reply = (said: Answered): void => self.postMessage(said)
  answer(data).then(
    (found) => reply({ id: data.id, found }),
    (error: unknown) => reply({ id: data.id, error: String(error) }),
  )
})
