import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Detected } from './decoder-signals.ts'
import type { Picture } from './frame-aids.ts'

/** One object for all calls: for another one the library would load its code again. */
const overrides = { locateFile: () => wasmUrl }

export async function loadReader(): Promise<void> {
  await prepareZXingModule({ overrides, fireImmediately: true })
}

export async function readPicture(picture: Picture, options: ReaderOptions): Promise<Detected[]> {
  const found = await readBarcodes(picture, options)
  return found
    .filter((one) => one.isValid)
    .map(({ text, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
      const xs = [topLeft.x, topRight.x, bottomLeft.x, bottomRight.x]
      const ys = [topLeft.y, topRight.y, bottomLeft.y, bottomRight.y]
      const [x, y] = [Math.min(...xs), Math.min(...ys)]
      // Never empty: html5-qrcode takes the largest of several codes.
      const [width, height] = [Math.max(...xs) - x + 1, Math.max(...ys) - y + 1]
      return { rawValue: text, format: 'qr_code', boundingBox: { x, y, width, height } }
    })
}
