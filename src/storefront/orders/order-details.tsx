import { Fact } from '#ui/display/fact.tsx'
import { totalWords } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { PriceTable } from '../cart/price-table.tsx'
import { type OrderRecord, isReceivedOrder } from './order-records.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { ReferenceFact } from '../checkout/payment-facts.tsx'

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

/** Shows the details of an order. `days`: when the shop deletes a screenshot; null before the first sync. */
export function OrderDetails({ record, days }: { record: OrderRecord; days: number | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 pb-2 desk:grid-cols-2">
      <div>
        <OrderAmount record={record} />
      </div>
      <dl>
        <ReferenceFact reference={record.reference} none={t('orders.reference.none')} />
        <Fact name={t('orders.picture')}>{pictureText(record, days)}</Fact>
        <Fact name={t(dayName(record))}>{formatDayTime(record.at)}</Fact>
        {record.decidedAt !== null && (
          <Fact name={t(record.state === 'rejected' ? 'orders.rejected' : 'orders.approved')}>
            {formatDayTime(record.decidedAt)}
          </Fact>
        )}
      </dl>
    </div>
  )
}

/** Of the day that `at` is. */
export function dayName(record: OrderRecord) {
  if (record.state === 'begun') return 'orders.begun'
  return isReceivedOrder(record) ? 'orders.received' : 'orders.submitted'
}

function pictureText({ picture }: OrderRecord, days: number | null): string {
  return picture === 'deleted' ? t('orders.picture.deleted', { days: days ?? 0 }) : t(`orders.picture.${picture}`)
}
