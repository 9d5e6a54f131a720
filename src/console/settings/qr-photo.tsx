import { useRef } from 'react'
// No import(): some browsers remember that one failed. This part is small; the decoder loads at the first picture.
import { readCodes } from '#gate/decoder/decoder.ts'
import { ok } from '#platform/failure/failure.ts'
import { decodePicture, drawn } from '#shop/pictures/canvas.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { qrOfPicture, readShopQr, type ShopQr } from './shop-qr.ts'

/** Longer sides, in pixels, at which a photo is read. Of QRs a tenth as wide as the photo the first finds nearly all, of those
 * a seventeenth as wide 8 of 28, and the second 20; tiles found no more. A larger canvas fails on iPhones. */
const SIDES = [1600, 4096]

const NO_PICTURE =
  'This browser cannot open this file as a picture. Choose a JPEG or a PNG; of a HEIC photo, take a screenshot.'
const NO_DECODER = 'The part that reads QRs could not be loaded. Check the network, then try again.'

/** Returns the shop's QR in a picture, or what is wrong with it. Throws when the decoder cannot be loaded. */
async function readPhoto(file: Blob): Promise<ShopQr | string> {
  const bitmap = await decodePicture(file)
  if (!bitmap) return NO_PICTURE
  const { width, height } = bitmap
  const longer = Math.max(width, height)
  const texts: string[] = []
  try {
    for (const side of SIDES) {
      const scale = Math.min(1, side / longer)
      const canvas = drawn(bitmap, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
      if (!pixels) return NO_PICTURE
      // oxlint-disable-next-line no-await-in-loop -- the larger picture is needed only where the smaller one has no shop's QR
      texts.push(...(await readCodes(pixels)))
      if (side >= longer || texts.some(readShopQr)) break
    }
  } finally {
    bitmap.close()
  }
  return qrOfPicture(texts)
}

/** Reads a photo or a saved picture of the shop's printed QR, on this device alone. */
export function QrPhoto({ onRead }: { onRead: (read: ShopQr | string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction(async (file: Blob) => ok(await readPhoto(file)))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 desk:col-span-2">
      <Button kind="line" small busy={busy} busyLabel="Reading..." onClick={() => input.current?.click()}>
        Read a photo of your QR
      </Button>
      <span className="text-1 text-muted">Or a saved picture of it. It stays on this device.</span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={async (event) => {
          const file = event.target.files?.[0]
          // Lets the same file be chosen again.
          event.target.value = ''
          const read = file ? await run(file) : null
          if (read) onRead(read.ok ? read.value : NO_DECODER)
        }}
      />
    </div>
  )
}
