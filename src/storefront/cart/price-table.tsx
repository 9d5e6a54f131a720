import { taxOf } from '#shop/prices/money.ts'
import type { OrderPrice, TaxRow } from '#shop/prices/price.ts'
import { exactRupees, rupees, totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { terms } from '#ui/terms.ts'
import '#ui/messages/en/buying/cart.ts'

/** Without rows only the sums are known: of a payment. */
export type ShownPrice = Omit<OrderPrice, 'shares' | 'feeSeats' | 'gstRows' | 'localRows'> & {
  feeSeats?: number
  gstRows?: readonly ShownTax[]
  localRows?: readonly ShownTax[]
}
/** `percent` is null where it is not known. */
type ShownTax = Omit<TaxRow, 'percent'> & { percent: number | null }

/** Lists the parts of a price. `platformFee`: on the cart's page, which names that fee, never charged, and whose lines have
 * their number of tickets. */
export function PriceTable({
  price,
  seats,
  platformFee = false,
}: {
  price: ShownPrice
  seats: number
  platformFee?: boolean
}) {
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">{t('cart.summary')}</caption>
      <tbody>
        <Row
          name={t('cart.subtotal')}
          detail={[...(platformFee ? [] : [t('cart.count', { n: seats })]), ...gstIncludedWords(price)].join(', ')}
          amount={exactRupees(price.subtotal + price.gstIncluded)}
        />
        {(price.gstRows ?? rowsOf(price)).map(({ percent, amount }) => (
          <Row key={percent} name={t('cart.gst', { percent })} amount={exactRupees(amount)} />
        ))}
        {price.localRows?.map(({ percent, amount, states }) => (
          <Row
            key={percent}
            name={t('cart.localTax', { percent, place: states.join(', ') })}
            amount={exactRupees(amount)}
          />
        ))}
        {price.fee > 0 && (
          <Row name={t('cart.fee')} detail={feeWords(price, seats)} amount={exactRupees(price.fee + price.feeGst)} />
        )}
        {price.rounding !== 0 && <Row name={t('cart.rounding')} amount={exactRupees(price.rounding)} />}
        {platformFee && <Row name={t('cart.platformFee')} amount={t('cart.platformFee.none')} />}
      </tbody>
      <tbody>
        <tr className="head-4 font-head">
          <th scope="row" className="border-t-2 border-rule-strong pt-3 pb-1.5 text-left font-head wrap-anywhere">
            {t('cart.total')}
          </th>
          <td className="border-t-2 border-rule-strong pt-3 pb-1.5 text-right whitespace-nowrap">
            {totalWords(price.total)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const gstIncludedWords = ({ gstIncluded }: ShownPrice): string[] =>
  gstIncluded > 0 ? [t('cart.gstIncluded', { amount: exactRupees(gstIncluded) })] : []

function feeWords({ fee, feeGst, feeSeats = 0 }: ShownPrice, seats: number): string {
  const n = feeSeats || seats
  const each = { amount: rupees(n > 0 ? fee / n : fee), n }
  return feeGst > 0 ? t('cart.fee.taxed', { ...each, tax: exactRupees(feeGst) }) : t('cart.fee.each', each)
}

/** Derives the rate of the GST on top from the amounts, to quarters of a percent; null where there were several. */
function rowsOf({ subtotal, gst: all, gstIncluded }: ShownPrice): ShownTax[] {
  const gst = all - gstIncluded
  if (gst === 0) return []
  const { gstPercent } = terms()
  const likely = [gstPercent, Math.round((gst * 400) / subtotal) / 4]
  return [{ percent: likely.find((percent) => taxOf(subtotal, percent) === gst) ?? null, amount: gst, states: [] }]
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
