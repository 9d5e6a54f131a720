import { listed, priceParts, type PartWords } from '../price-parts.ts'

const between = (above: string | null, upTo: string | null): string =>
  upTo ? `${above ? `${above} से ज़्यादा और ` : ''}${upTo} तक के टिकट पर ` : above ? `${above} से ज़्यादा के टिकट पर ` : ''

const words: PartWords = {
  and: 'और',
  gst: (percent, above, upTo) => `${between(above, upTo)}${percent} GST`,
  local: 'जहाँ लगता है वहाँ राज्य का कर',
  fee: (fee, gst) => `हर टिकट पर ${fee} सुविधा शुल्क${gst ? ` (उस पर ${gst} GST)` : ''}`,
}

export function ticketAndParts(ticket: string): string {
  const { within, added } = priceParts(words)
  return listed([within ? `${ticket} (${within} समेत)` : ticket, ...added], words.and)
}

/** Empty when nothing is added. */
export const addedParts = (): string => listed(priceParts(words).added, words.and)

/** Returns the GST that prices contain; empty without one. */
export const gstWithin = (): string => priceParts(words).within

/** Empty when nothing is added. */
export function includedParts(): string {
  const fee: typeof words.fee = (amount, gst) => `${amount} सुविधा शुल्क${gst ? ` (उस पर ${gst} GST)` : ''}`
  const { within, added } = priceParts({ ...words, fee })
  return listed(within ? [within, ...added] : added, words.and)
}
