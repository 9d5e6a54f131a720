import type { Picture } from './frame-aids.ts'

/** A QR code in a picture, in the shape of https://wicg.github.io/shape-detection-api/; its box in pixels. */
export interface Detected {
  rawValue: string
  format: 'qr_code'
  boundingBox: { x: number; y: number; width: number; height: number }
}

/** Without a picture the decoder only gets ready. */
export interface DecoderRequest {
  id: number
  picture: Picture | null
  /** Frames of the camera take turns with the passes of decode-passes.ts; a single picture gets all of them. */
  from: 'camera' | 'picture'
}

export type DecoderAnswer = { id: number; found: Detected[] } | { id: number; error: string }
