import type { ReaderOptions } from 'zxing-wasm/reader'
import { grayOf, halved, pictureOf, sharpened, smoothed, stretched, type Gray, type Picture } from './frame-aids.ts'

interface Pass {
  aid: (gray: Gray) => Gray
  options: ReaderOptions
}

const common: ReaderOptions = { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 4 }
const local: ReaderOptions = { ...common, binarizer: 'LocalAverage' }
const global: ReaderOptions = { ...common, binarizer: 'GlobalHistogram', tryDenoise: true }

/** The frame as it is: enough for nearly every ticket. */
const plainPass: Pass = { aid: (gray) => gray, options: local }

/**
 * Each reads most of what the others miss: out of focus and grainy, little contrast or lamps and shadows, far out of
 * focus, hard shadows.
 */
const aidedPasses: readonly Pass[] = [
  { aid: (gray) => sharpened(smoothed(gray, 1), 4, 6), options: local },
  { aid: (gray) => sharpened(stretched(smoothed(gray, 1)), 6, 3), options: local },
  { aid: (gray) => sharpened(sharpened(halved(gray), 1, 3), 3, 2), options: local },
  { aid: (gray) => stretched(smoothed(gray, 1)), options: local },
  { aid: (gray) => gray, options: global },
]

/** A frame that has taken longer gets no further pass. */
const MAX_FRAME_MS = 150

/**
 * Reads the codes in frames: each as it is and, while none is found, with the next passes in turn, at least one and as
 * many as there is time for.
 */
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
