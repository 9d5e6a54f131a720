import type { ReactNode } from 'react'
import type { SignedIn } from '#account/session/identity.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { refundedText } from '../refunds/refund-state.tsx'
import { watchMyRefunds } from '#shop/refunds/refunds.store.ts'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { Fact } from '#ui/display/fact.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/orders.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { Papers } from '#ui/display/papers.tsx'
import { shopName } from '#ui/shop.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useWalletState, WalletBody } from '../wallet/wallet-state.tsx'
import { OrderAmount, dayName } from './order-details.tsx'
import { OrderLine } from './order-line.tsx'
import { TestNote } from '../test-mark.tsx'
import { isTestOrder, type OrderRecord } from './order-records.ts'
import { useOrderRecords } from './use-order-records.ts'

/** Shows the papers of an approved order, or a receipt where it has none: it was free, a test, or came before papers. Prints. */
export function ReceiptPage({ orderId, customer }: { orderId: string; customer: SignedIn }) {
  const { records, broken } = useOrderRecords(customer.userId)
  const record = records?.find(({ id, state }) => id === orderId && state === 'approved')
  const state = useWalletState({
    owner: customer.userId,
    loaded: records !== undefined,
    nothing: !record,
    broken: broken && !record,
    failure: t('orders.failed'),
  })
  usePageTitle(record ? t('orders.receipt.of', { code: record.code }) : t('orders.receipt'))
  const back = (
    <ButtonLink small kind="bare" to={paths.orders}>
      {t('wallet.allOrders')}
    </ButtonLink>
  )
  const papers = record?.payment?.papers ?? []
  return (
    <div className="wrap pb-18">
      {record && papers.length > 0 ? (
        <>
          <Papers
            papers={papers}
            orderCode={record.code}
            sectionsOf={({ event, category }) =>
              record.lines.find((line) => line.eventName === event && line.categoryName === category)?.sections
            }
          >
            {back}
          </Papers>
          <div className="no-print mx-auto mt-4 max-w-[560px]">
            <SentBack record={record} owner={customer.userId} />
          </div>
        </>
      ) : (
        <div className="mx-auto max-w-[560px] pt-3">
          <div className="no-print flex flex-wrap items-center justify-between gap-3 pb-3">
            {back}
            {record && (
              <Button small kind="line" onClick={() => print()}>
                {t('wallet.print')}
              </Button>
            )}
          </div>
          {record ? (
            <Receipt record={record} customer={customer} />
          ) : (
            <WalletBody state={state}>
              <Empty level="h1" title={t('orders.receipt.none')} className="border-t-2 border-rule-strong">
                {t('orders.receipt.none.text')}
              </Empty>
            </WalletBody>
          )}
        </div>
      )}
    </div>
  )
}

function Receipt({ record, customer }: { record: OrderRecord; customer: SignedIn }) {
  const shop = useWatched(watchShopSettings, []).value
  const { lines, decidedAt } = record
  // The payee often has the shop's name.
  const seller = new Set([shopName(), shop?.payeeName, shop?.address, shop?.email].filter(Boolean))
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-y-4">
      <div>
        <h1 className="head-5">{t('orders.receipt')}</h1>
        <p className="text-2 text-muted">{t('orders.receipt.notInvoice')}</p>
        {isTestOrder(record) && <TestNote words="test.order" className="mt-3" />}
      </div>
      <dl className="border-t-2 border-rule-strong">
        <Fact name={t('checkout.fact.order')}>
          <b className="font-strong">{record.code}</b>
        </Fact>
        <Fact name={t('orders.receipt.seller')}>
          <span className="whitespace-pre-line">{[...seller].join('\n')}</span>
        </Fact>
        <Fact name={t('orders.receipt.buyer')}>
          <span className="whitespace-pre-line">{[customer.name, customer.email].filter(Boolean).join('\n')}</span>
        </Fact>
        <Fact name={t(dayName(record))}>{formatDayTime(record.at)}</Fact>
        {decidedAt !== null && <Fact name={t('orders.approved')}>{formatDayTime(decidedAt)}</Fact>}
        {record.reference !== record.code && (
          <Fact name={t('orders.receipt.reference')}>{groupReference(record.reference)}</Fact>
        )}
      </dl>
      <ul className="grid gap-2 border-t-2 border-rule-strong pt-3">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as in order-item.tsx
          <OrderLine key={index} line={line} plain />
        ))}
      </ul>
      <div className="break-inside-avoid border-t-2 border-rule-strong">
        <OrderAmount record={record} />
      </div>
      <SentBack record={record} owner={customer.userId} />
    </article>
  )
}

function SentBack({ record, owner }: { record: OrderRecord; owner: string }) {
  const refunds = useWatched(watchMyRefunds, [owner]).value
  const rows: ReactNode[] = record.lines.flatMap(({ ticket }) => {
    const refund = ticket && refunds?.ofTicket.get(ticket.id)
    if (refund?.status !== 'refunded') return []
    return [<p key={refund.id}>{refundedText(refund)}</p>]
  })
  if (rows.length === 0) return null
  return (
    <section className="border-t-2 border-rule-strong pt-3" aria-label={t('refund.refunded')}>
      <h2 className="head-4">{t('refund.refunded')}</h2>
      {rows}
    </section>
  )
}
