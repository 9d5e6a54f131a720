import type { OrderPrice } from '#shop/prices/price.ts'
import { rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'

/** '₹3,660 all in, with GST and convenience fee', naming only what is charged. */
export const allInText = ({ total, gst, localTax, fee, feeGst }: OrderPrice): string =>
  t('seats.allIn', { amount: rupees(total), gst: gst + feeGst > 0, local: localTax > 0, charged: fee > 0 })
