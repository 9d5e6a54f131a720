import type { Picture } from './frame-aids.ts'

/** As in https://wicg.github.io/shape-detection-api/; the box in pixels. */
export interface Detected {
  rawValue: string
  format: 'qr_code'
  boundingBox: { x: number; y: number; width: number; height: number }
}

/** A null picture only loads the decoder. */
export interface DecoderRequest {
  id: number
  picture: Picture | null
  /** Frames of a camera take turns at the aided passes of decode-passes.ts; a single picture begins with the first. */
  from: 'camera' | 'picture'
}

export type DecoderAnswer = { id: number; found: Detected[] } | { id: number; error: string }
