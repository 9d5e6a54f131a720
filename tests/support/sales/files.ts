import { Picture } from '../../../server/demo/picture.ts'
import { drawReceipt } from '../../../server/demo/receipt.ts'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export function receipt({ amount, reference, from }: { amount: string; reference: string; from: string }): ChosenFile {
  const rupees = Number(amount.replaceAll(/[₹,]/g, ''))
  const buffer = drawReceipt({ amount: rupees, reference, at: new Date(), from, to: 'mehfil.tickets@examplebank' })
  return { name: 'screenshot.png', mimeType: 'image/png', buffer }
}

/** A poster of 1280 × 1600 pixels. */
export function poster(): ChosenFile {
  const drawn = new Picture(1280, 1600, [240, 200, 40])
  for (let n = 0; n < 12; n += 1) drawn.disc(640, 800, 600 - n * 40, [n * 20, 40, 200 - n * 15])
  return { name: 'poster.png', mimeType: 'image/png', buffer: drawn.toPng() }
}

export function largePicture(megabytes: number): ChosenFile {
  const picture = receipt({ amount: '₹1.00', reference: '100000000000', from: 'Somebody' }).buffer
  const buffer = Buffer.concat([picture, Buffer.alloc(megabytes * 1024 * 1024 - picture.length, 7)])
  return { name: 'large.png', mimeType: 'image/png', buffer }
}

export const pdf: ChosenFile = {
  name: 'receipt.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
}

export const scriptNamedPng: ChosenFile = {
  name: 'payment.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>\n'),
}
