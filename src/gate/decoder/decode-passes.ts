import { type ReaderOptions, prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { grayOf, halved, pictureOf, sharpened, smoothed, stretched, type Gray, type Picture } from './frame-aids.ts'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Detected } from './decoder-signals.ts'

interface Pass {
  aid: (gray: Gray) => Gray
  options: ReaderOptions
}

const common: ReaderOptions = { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 4 }
const local: ReaderOptions = { ...common, binarizer: 'LocalAverage' }
const global: ReaderOptions = { ...common, binarizer: 'GlobalHistogram', tryDenoise: true }

const plainPass: Pass = { aid: (gray) => gray, options: local }

/** Each reads codes that the others miss: blur and grain, low contrast and lamps, strong blur, hard shadows. */
const aidedPasses: readonly Pass[] = [
  { aid: (gray) => sharpened(smoothed(gray, 1), 4, 6), options: local },
  { aid: (gray) => sharpened(stretched(smoothed(gray, 1)), 6, 3), options: local },
  { aid: (gray) => sharpened(sharpened(halved(gray), 1, 3), 3, 2), options: local },
  { aid: (gray) => stretched(smoothed(gray, 1)), options: local },
  { aid: (gray) => gray, options: global },
]

const MAX_FRAME_MS = 150

/** Reads each frame as it is; without a code, tries the next aided passes in turn: at least one, up to MAX_FRAME_MS. */
export function frameReader<Found>(
  read: (picture: Picture, options: ReaderOptions) => Promise<Found[]>,
  clock: () => number = () => performance.now(),
): (frame: Picture) => Promise<Found[]> {
  let turn = 0
  return async (frame) => {
    const began = clock()
    const found = await read(frame, plainPass.options)
    if (found.length > 0) return found
    const gray = grayOf(frame)
    for (let tried = 0; tried < aidedPasses.length; tried += 1) {
      const pass = aidedPasses[turn % aidedPasses.length]!
      turn += 1
      const more = await read(pictureOf(pass.aid(gray)), pass.options)
      if (more.length > 0) return more
      if (clock() - began > MAX_FRAME_MS) break
    }
    return []
  }
}

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
