/** Decodes a picture as it is meant to be seen, since encoding drops the EXIF; null for what is none. */
export async function decodePicture(picture: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(picture, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

/** Returns an empty canvas; null when the browser gives none. */
export function canvasOf(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } | null {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.imageSmoothingQuality = 'high'
  return { canvas, pen }
}

/** Draws a picture in this size; null when the browser gives no canvas. */
export function drawn(bitmap: ImageBitmap, width: number, height: number): HTMLCanvasElement | null {
  const { canvas, pen } = canvasOf(width, height) ?? {}
  if (!canvas || !pen) return null
  // JPEG has no transparency: make it white, not black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

/** Encodes a canvas; null in a format that this browser cannot write, for which it returns a PNG. */
export const encoded = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, quality))
