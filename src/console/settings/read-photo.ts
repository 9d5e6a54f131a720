// No import(): some browsers remember that one failed. This part is small; the decoder loads at the first picture.
import { loadDecoder, readCodes } from '#gate/decoder/decoder.ts'
import { decodePicture, drawn } from '#shop/pictures/canvas.ts'
import { qrOfPicture, readShopQr, type ShopQr } from './shop-qr.ts'

/** Longer sides, in pixels, at which a photo is read. Of QRs a tenth as wide as the photo the first finds nearly all, of those
 * a seventeenth as wide 8 of 28, and the second 20; tiles found no more. A larger canvas fails on iPhones. */
const SIDES = [1600, 4096]

const NO_PICTURE =
  'This browser cannot open this file as a picture. Choose a JPEG or a PNG; of a HEIC photo, take a screenshot.'
const NO_DECODER = 'The part that reads QRs could not be loaded. Check the network, then try again.'
/** Out of memory, or the decoder gave no answer. */
const NO_READING = 'This device stopped reading the picture. Crop it to the QR, then try again.'

/** Returns the shop's QR in a picture, or the sentence that says why there is none. */
export async function readPhoto(file: Blob): Promise<ShopQr | string> {
  const bitmap = await decodePicture(file)
  if (!bitmap) return NO_PICTURE
  const { width, height } = bitmap
  const longer = Math.max(width, height)
  const texts: string[] = []
  try {
    try {
      await loadDecoder()
    } catch {
      return NO_DECODER
    }
    for (const side of SIDES) {
      const scale = Math.min(1, side / longer)
      const canvas = drawn(bitmap, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
      if (!pixels) return NO_READING
      texts.push(...(await readCodes(pixels)))
      if (side >= longer || texts.some(readShopQr)) break
    }
  } catch {
    return NO_READING
  } finally {
    bitmap.close()
  }
  return qrOfPicture(texts)
}
