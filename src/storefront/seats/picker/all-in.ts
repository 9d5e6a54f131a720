import type { OrderPrice } from '#shop/prices/price.ts'
import { rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'

/** 'Nothing to pay' for a free choice; else '₹3,660 all in, with GST and convenience fee', naming only what is charged. */
export const allInText = ({ total, gst, localTax, fee, feeGst }: OrderPrice): string =>
  total === 0
    ? t('seats.free')
    : t('seats.allIn', { amount: rupees(total), taxed: gst + localTax + feeGst > 0, charged: fee > 0 })
