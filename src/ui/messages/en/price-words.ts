import { feePerSeat } from '../../terms.ts'
import { listed, priceParts, type PartWords } from '../price-parts.ts'

/** ' on tickets above ₹500 up to ₹1,000' */
const between = (above: string | null, upTo: string | null): string =>
  above || upTo ? ` on tickets${above ? ` above ${above}` : ''}${upTo ? ` up to ${upTo}` : ''}` : ''

const words: PartWords = {
  and: 'and',
  gst: (percent, above, upTo) => `${percent} GST${between(above, upTo)}`,
  local: 'the local tax of the state where there is one',
  fee: (fee, gst) => `a convenience fee of ${fee} a ticket${gst ? ` with ${gst} GST on it` : ''}`,
}

/** Returns 'the ticket, 18% GST and a convenience fee of ₹30 a ticket' */
export function ticketAndParts(ticket: string): string {
  const { within, added } = priceParts(words)
  return listed([within ? `${ticket} (including ${within})` : ticket, ...added], words.and)
}

const partsOfTerms = () =>
  priceParts({ ...words, gst: (percent, above, upTo) => `GST of ${percent}${between(above, upTo)}` })

/** Returns 'GST of 18% and a convenience fee of ₹30 a ticket'; empty when nothing is added. */
export const addedParts = (): string => listed(partsOfTerms().added, words.and)

/** Returns 'GST of 18%', where prices contain it; else ''. */
export const gstWithin = (): string => partsOfTerms().within

/** Returns '18% GST and the ₹30 convenience fee'; empty when nothing is added. */
export function includedParts(): string {
  const { within, added } = priceParts({
    ...words,
    fee: (_, gst) => `the ${feePerSeat()} convenience fee${gst ? ` and its ${gst} GST` : ''}`,
  })
  return listed(within ? [within, ...added] : added, words.and)
}
