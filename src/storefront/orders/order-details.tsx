import type { ReactNode } from 'react'
import { formatDayTime } from '#domain/ist.ts'
import { groupReference } from '#domain/utr.ts'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { PriceTable } from '../cart/price-table.tsx'
import type { OrderRecord } from './order-records.ts'

/** What an order cost and how it was paid. `days`: after so many the shop deletes a screenshot; null before the first sync. */
export function OrderDetails({ record, days }: { record: OrderRecord; days: number | null }) {
  const { price, amount, reference } = record
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 pb-2 desk:grid-cols-2">
      <div>
        {price && <PriceTable price={price} seats={record.seats} />}
        {amount !== price?.total && (
          <dl>
            <Fact name={t('orders.sent')}>
              <b className="font-strong">{exactRupees(amount)}</b>
            </Fact>
          </dl>
        )}
      </div>
      <dl>
        <Fact name={/^\d{12}$/.test(reference) ? t('checkout.fact.reference') : t('checkout.fact.reference.other')}>
          {reference === '' ? t('orders.reference.none') : groupReference(reference)}
        </Fact>
        <Fact name={t('orders.picture')}>{pictureText(record, days)}</Fact>
        <Fact name={t(record.state === 'begun' ? 'orders.begun' : 'orders.submitted')}>{formatDayTime(record.at)}</Fact>
        {record.decidedAt !== null && (
          <Fact name={t(record.state === 'rejected' ? 'orders.rejected' : 'orders.approved')}>
            {formatDayTime(record.decidedAt)}
          </Fact>
        )}
      </dl>
    </div>
  )
}

function pictureText({ picture }: OrderRecord, days: number | null): string {
  return picture === 'deleted' ? t('orders.picture.deleted', { days: days ?? 0 }) : t(`orders.picture.${picture}`)
}

/** A name and what it is, side by side. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-3 border-rule pt-2.5 pb-2 not-first:border-t">
      <dt className="text-2 leading-6 wrap-anywhere text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
