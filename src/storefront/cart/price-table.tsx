import { gstOf } from '#shop/prices/money.ts'
import type { OrderPrice } from '#shop/prices/price.ts'
import { exactRupees, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { terms } from '#ui/terms.ts'
import '#ui/messages/with/buying/cart.ts'

/** `platformFee` names the fee (cart page only); it is never charged. */
export function PriceTable({
  price,
  seats,
  platformFee = false,
}: {
  price: Omit<OrderPrice, 'shares'>
  seats: number
  platformFee?: boolean
}) {
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">{t('cart.summary')}</caption>
      <tbody>
        <Row name={t('cart.subtotal')} detail={t('cart.count', { n: seats })} amount={exactRupees(price.subtotal)} />
        <Row name={t('cart.gst', { percent: percentOf(price) })} amount={exactRupees(price.gst)} />
        <Row
          name={t('cart.fee')}
          detail={t('cart.fee.each', { amount: rupees(seats > 0 ? price.fee / seats : terms().feePerSeat), n: seats })}
          amount={exactRupees(price.fee)}
        />
        {platformFee && <Row name={t('cart.platformFee')} amount={t('cart.platformFee.none')} />}
      </tbody>
      <tbody>
        <tr className="head-4 font-head">
          <th scope="row" className="border-t-2 border-rule-strong pt-3 pb-1.5 text-left font-head wrap-anywhere">
            {t('cart.total')}
          </th>
          <td className="border-t-2 border-rule-strong pt-3 pb-1.5 text-right whitespace-nowrap">
            {exactRupees(price.total)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Derives the rate from the price where a hold is older than the current tax. */
function percentOf({ subtotal, gst }: Pick<OrderPrice, 'subtotal' | 'gst'>): number {
  const { gstPercent } = terms()
  return gstOf(subtotal, gstPercent) === gst ? gstPercent : Math.round((gst * 100) / subtotal)
}

function Row({ name, detail, amount }: { name: string; detail?: string; amount: string }) {
  return (
    <tr>
      <th scope="row" className="pt-2 pb-1.5 text-left align-top font-text wrap-anywhere">
        {name}
        {detail && <span className="block text-1 text-muted">{detail}</span>}
      </th>
      <td className="pt-2 pb-1.5 pl-3 text-right align-top whitespace-nowrap">{amount}</td>
    </tr>
  )
}
