import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { frameReader } from './looks.ts'
import type { Picture } from './picture-aids.ts'

/** Where the decoder's code is served, by us: never from somebody else's network. */
export const decoderUrl = wasmUrl

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

interface Detected {
  rawValue: string
  format: 'qr_code'
  boundingBox: { x: number; y: number; width: number; height: number }
}

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

/** The texts of the QR codes in one picture. */
export const readCodes = async (picture: Picture): Promise<string[]> =>
  (await frameReader(read)(picture)).map((one) => one.rawValue)

/** What html5-qrcode takes for the browser's own barcode detector (https://wicg.github.io/shape-detection-api/). */
class Detector {
  private readonly look = frameReader(read)

  static getSupportedFormats(): Promise<string[]> {
    return Promise.resolve(['qr_code'])
  }

  detect(canvas: HTMLCanvasElement): Promise<Detected[]> {
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context || canvas.width === 0 || canvas.height === 0) return Promise.resolve([])
    return this.look(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

/**
 * Puts our decoder where html5-qrcode looks for the browser's. Everywhere, also where there is one: it reads inverted
 * codes too, and every device reads alike.
 */
export function installDetector(): void {
  Object.assign(globalThis, { BarcodeDetector: Detector })
}

/** Loads and compiles the decoder. Rejects when its code is not to be had. */
export async function loadDecoder(): Promise<void> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
}
