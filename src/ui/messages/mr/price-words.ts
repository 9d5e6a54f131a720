import { listed, priceParts, type PartWords } from '../price-parts.ts'

const between = (above: string | null, upTo: string | null): string =>
  upTo
    ? `${above ? `${above} पेक्षा जास्त आणि ` : ''}${upTo} पर्यंत किमतीच्या तिकिटावर `
    : above
      ? `${above} पेक्षा जास्त किमतीच्या तिकिटावर `
      : ''

const words: PartWords = {
  and: 'आणि',
  gst: (percent, above, upTo) => `${between(above, upTo)}${percent} GST`,
  local: 'जिथे लागतो तिथे राज्याचा कर',
  fee: (fee, gst) => `प्रत्येक तिकिटामागे ${fee} सुविधा शुल्क${gst ? ` (त्यावर ${gst} GST)` : ''}`,
}

export function ticketAndParts(ticket: string): string {
  const { within, added } = priceParts(words)
  return listed([within ? `${ticket} (${within} धरून)` : ticket, ...added], words.and)
}

/** Empty when nothing is added. */
export const addedParts = (): string => listed(priceParts(words).added, words.and)

/** Returns the GST that prices contain; empty without one. */
export const gstWithin = (): string => priceParts(words).within

/** 'with' is part of the last word: शुल्कासह. Empty when nothing is added. */
export function includedParts(): string {
  const fee: typeof words.fee = (amount, gst) => `${amount} सुविधा शुल्कासह${gst ? ` (त्यावर ${gst} GST)` : ''}`
  const { within, added } = priceParts({ ...words, fee })
  const said = listed(within ? [within, ...added] : added, words.and)
  return said === '' || said.includes('शुल्कासह') ? said : `${said} सह`
}
