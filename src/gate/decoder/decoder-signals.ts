import type { Picture } from './frame-aids.ts'

/** A QR code in a picture, as https://wicg.github.io/shape-detection-api/ says it; its box in the picture's pixels. */
export interface Detected {
  rawValue: string
  format: 'qr_code'
  boundingBox: { x: number; y: number; width: number; height: number }
}

/** What the page asks its decoder; without a picture, only to be ready. */
export interface DecoderRequest {
  id: number
  picture: Picture | null
  /** The camera's frames follow each other and are looked at in turns (decode-passes.ts); a single picture has every look. */
  from: 'camera' | 'picture'
}

/** One for every question, by its id. */
export type DecoderAnswer = { id: number; found: Detected[] } | { id: number; error: string }
