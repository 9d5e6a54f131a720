import { Fact } from '#ui/display/fact.tsx'
import { totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { PriceTable } from '../cart/price-table.tsx'
import type { OrderRecord } from './order-records.ts'

export function OrderAmount({ record: { price, amount, seats } }: { record: OrderRecord }) {
  return (
    <>
      {price && <PriceTable price={price} seats={seats} />}
      {amount !== price?.total && (
        <dl>
          <Fact name={t('orders.sent')}>
            <b className="font-strong">{totalWords(amount)}</b>
          </Fact>
        </dl>
      )}
    </>
  )
}
