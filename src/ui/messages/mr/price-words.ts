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

export const ticketAndParts = (ticket: string): string => listed([ticket, ...priceParts(words)], words.and)

/** Empty when nothing is added. */
export const addedParts = (): string => listed(priceParts(words), words.and)

/** 'with' is part of the last word: शुल्कासह. Empty when nothing is added. */
export function includedParts(): string {
  const parts = priceParts({ ...words, fee: (fee, gst) => `${fee} सुविधा शुल्कासह${gst ? ` (त्यावर ${gst} GST)` : ''}` })
  const said = listed(parts, words.and)
  return said === '' || said.includes('शुल्कासह') ? said : `${said} सह`
}
