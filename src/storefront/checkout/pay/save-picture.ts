import { saveFile } from '#ui/browser/save-file.ts'
import { isAppleTouch } from './device.ts'

/**
 * Saves what a canvas shows as a PNG. iOS puts downloads where no UPI app looks, so there it is shared, and its sheet
 * offers Photos. `left` when that sheet was closed.
 */
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
