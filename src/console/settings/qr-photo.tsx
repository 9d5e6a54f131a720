// No import(): some browsers remember that one failed. This part is small; the decoder loads at the first picture.
import { isUpiId } from '#shop/payments/upi.ts'
import { loadDecoder, readCodes } from '#gate/decoder/decoder.ts'
import { decodePicture, drawn } from '#shop/pictures/canvas.ts'
import { useRef } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'

export interface ShopQr {
  upiId: string
  /** Empty where the QR has none. */
  payeeName: string
  /** A merchant's category, four digits; empty for a person's QR. */
  upiMcc: string
}

/**
 * Reads the text of a shop's own QR, `upi://pay?pa=…&pn=…&mc=…&sign=…`; null for anything else. Its signature is dropped: it
 * holds for that QR's own text, not for one with an amount.
 */
export function readShopQr(text: string): ShopQr | null {
  const query = /^upi:\/\/pay\/?\?(.+)$/is.exec(text.trim())?.[1]
  if (query === undefined) return null
  const fields = new URLSearchParams(query)
  const upiId = (fields.get('pa') ?? '').trim()
  const mcc = fields.get('mc') ?? ''
  if (!isUpiId(upiId)) return null
  return {
    upiId,
    payeeName: (fields.get('pn') ?? '').trim(),
    upiMcc: /^\d{4}$/.test(mcc) && mcc !== '0000' ? mcc : '',
  }
}

/** Takes the shop's QR from the texts of the QRs in a picture; returns what is wrong where they have none or several. */
export function qrOfPicture(texts: readonly string[]): ShopQr | string {
  const found = new Map(texts.flatMap((text) => readShopQr(text) ?? []).map((qr) => [JSON.stringify(qr), qr]))
  const [qr] = found.values()
  if (found.size > 1) return 'There is more than one shop’s QR in this picture. Take one of your QR alone.'
  if (qr) return qr
  return texts.length === 0
    ? 'No QR was found in this picture. Take one from nearer, straight and in good light.'
    : 'The QR in this picture has no UPI id. Choose one that UPI apps pay to.'
}

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
          if (read?.ok) onRead(read.value)
        }}
      />
    </div>
  )
}
