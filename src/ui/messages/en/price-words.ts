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
export const ticketAndParts = (ticket: string): string => listed([ticket, ...priceParts(words)], words.and)

/** Returns 'GST of 18% and a convenience fee of ₹30 a ticket'; empty when nothing is added. */
export const addedParts = (): string =>
  listed(
    priceParts({
      ...words,
      gst: (percent, above, upTo) => `GST of ${percent}${between(above, upTo)}`,
    }),
    words.and,
  )

/** Returns '18% GST and the ₹30 convenience fee'; empty when nothing is added. */
export const includedParts = (): string =>
  listed(
    priceParts({
      ...words,
      fee: (_, gst) => `the ${feePerSeat()} convenience fee${gst ? ` and its ${gst} GST` : ''}`,
    }),
    words.and,
  )
