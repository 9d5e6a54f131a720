import type { ReaderOptions } from 'zxing-wasm/reader'
import { grayOf, halved, pictureOf, sharpened, smoothed, stretched, type Gray, type Picture } from './frame-aids.ts'

/** One way of looking at a frame: what is done to it first, and how dark is told from light. */
interface Pass {
  aid: (gray: Gray) => Gray
  options: ReaderOptions
}

const common: ReaderOptions = { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 4 }
/** Light judged by its neighbourhood. */
const local: ReaderOptions = { ...common, binarizer: 'LocalAverage' }
/** One threshold for the frame, specks removed. */
const global: ReaderOptions = { ...common, binarizer: 'GlobalHistogram', tryDenoise: true }

/** The frame as it is: quick, and enough for nearly every ticket. */
const plainPass: Pass = { aid: (gray) => gray, options: local }

/**
 * For what the plainPass pass cannot read, in turns; each reads most of what the others miss: a picture out of focus and
 * grainy, one with little contrast or with lamps and shadows, one far out of focus, one with hard shadows.
 */
const aidedPasses: readonly Pass[] = [
  { aid: (gray) => sharpened(smoothed(gray, 1), 4, 6), options: local },
  { aid: (gray) => sharpened(stretched(smoothed(gray, 1)), 6, 3), options: local },
  { aid: (gray) => sharpened(sharpened(halved(gray), 1, 3), 3, 2), options: local },
  { aid: (gray) => stretched(smoothed(gray, 1)), options: local },
  { aid: (gray) => gray, options: global },
]

/** A frame is looked at anew only while no more than this many milliseconds went by; a slow phone goes on with the next. */
const MAX_FRAME_MS = 150

/**
 * Looks at frames one after the other: each as it is, and, while nothing is found, through the next aids in turn: at
 * least one, and as many as there is time for. `read` finds the codes in a picture.
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
