import { feePerSeat } from '../../terms.ts'
import { listed, priceParts, type PartWords } from '../price-parts.ts'

const words: PartWords = {
  and: 'and',
  gst: (percent, above) => `${percent} GST${above ? ` on tickets above ${above}` : ''}`,
  local: 'the local tax of the state where there is one',
  fee: (fee, gst) => `a convenience fee of ${fee} a ticket${gst ? ` with ${gst} GST on it` : ''}`,
}

/** 'the ticket, 18% GST and a convenience fee of ₹30 a ticket' */
export const ticketAndParts = (ticket: string): string => listed([ticket, ...priceParts(words)], words.and)

/** 'GST of 18% and a convenience fee of ₹30 a ticket'; empty when nothing is added. */
export const addedParts = (): string =>
  listed(
    priceParts({
      ...words,
      gst: (percent, above) => `GST of ${percent}${above ? ` on tickets above ${above}` : ''}`,
    }),
    words.and,
  )

/** '18% GST and the ₹30 convenience fee'; empty when nothing is added. */
export const includedParts = (): string =>
  listed(
    priceParts({
      ...words,
      fee: (_, gst) => `the ${feePerSeat()} convenience fee${gst ? ` and its ${gst} GST` : ''}`,
    }),
    words.and,
  )
