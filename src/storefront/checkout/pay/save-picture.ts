import { saveFile } from '#ui/browser/save-file.ts'
import { isAppleTouch } from './device.ts'

/** Saves a canvas as PNG. iOS shares it, since UPI apps do not see downloads there; `left`: the sheet was closed. */
export async function savePicture(
  canvas: HTMLCanvasElement | null,
  name: string,
): Promise<'saved' | 'left' | 'failed'> {
  const picture = await new Promise<Blob | null>((done) => (canvas ? canvas.toBlob(done) : done(null)))
  if (!picture) return 'failed'
  const files = [new File([picture], name, { type: 'image/png' })]
  if (!isAppleTouch() || !navigator.canShare?.({ files })) {
    saveFile(picture, name, 'image/png')
    return 'saved'
  }
  try {
    await navigator.share({ files })
    return 'saved'
  } catch {
    return 'left'
  }
}
