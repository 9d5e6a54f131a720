import { listed, priceParts, type PartWords } from '../price-parts.ts'

const between = (above: string | null, upTo: string | null): string =>
  upTo ? `${above ? `${above} से ज़्यादा और ` : ''}${upTo} तक के टिकट पर ` : above ? `${above} से ज़्यादा के टिकट पर ` : ''

const words: PartWords = {
  and: 'और',
  gst: (percent, above, upTo) => `${between(above, upTo)}${percent} GST`,
  local: 'जहाँ लगता है वहाँ राज्य का कर',
  fee: (fee, gst) => `हर टिकट पर ${fee} सुविधा शुल्क${gst ? ` (उस पर ${gst} GST)` : ''}`,
}

export const ticketAndParts = (ticket: string): string => listed([ticket, ...priceParts(words)], words.and)

/** Empty when nothing is added. */
export const addedParts = (): string => listed(priceParts(words), words.and)

/** Empty when nothing is added. */
export const includedParts = (): string =>
  listed(priceParts({ ...words, fee: (fee, gst) => `${fee} सुविधा शुल्क${gst ? ` (उस पर ${gst} GST)` : ''}` }), words.and)
