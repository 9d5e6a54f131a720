import { isUpiId } from '#shop/payments/upi.ts'

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
