import type { ReaderOptions } from 'zxing-wasm/reader'
import { grayOf, halved, pictureOf, sharpened, smoothed, stretched, type Gray, type Picture } from './frame-aids.ts'

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
