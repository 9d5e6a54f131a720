import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { RequireSignIn } from '#account/session/guards.tsx'
import { useIdentity } from '#account/session/identity.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/orders.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { LongList } from '../long-list.tsx'
import { PrivateNote } from '../private-note.tsx'
import { SyncLine, WalletFailed, WalletLoading, useWalletState } from '../wallet/wallet-state.tsx'
import { OrderItem } from './order-item.tsx'
import { ReceiptPage } from './receipt.tsx'
import type { OrderRecord } from './order-records.ts'
import { useOrderRecords } from './use-order-records.ts'

const CLOCK_MS = 30_000

const ordersShown = (figures: { shown: string; n: string }): string => t('orders.shown', figures)

export function OrdersRoute() {
  return (
    <RequireSignIn>
      <Page />
    </RequireSignIn>
  )
}

function Page() {
  const { orderId } = useParams()
  const identity = useIdentity()
  if (identity.status !== 'signed-in') return null
  return orderId === undefined ? (
    <Orders owner={identity.userId} />
  ) : (
    <ReceiptPage key={orderId} orderId={orderId} customer={identity} />
  )
}

function Orders({ owner }: { owner: string }) {
  usePageTitle(t('orders.title'))
  const { records, broken, screenshotDays } = useOrderRecords(owner)
  const now = useNow(CLOCK_MS)
  const open = useMemo(() => records?.filter((record) => record.open) ?? [], [records])
  const done = useMemo(() => records?.filter((record) => !record.open) ?? [], [records])
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({})
  const itemOf = (record: OrderRecord) => (
    <OrderItem
      key={record.id}
      record={record}
      days={screenshotDays}
      open={opened[record.id] ?? false}
      onToggle={(isOpen) => setOpened((before) => ({ ...before, [record.id]: isOpen }))}
    />
  )
  const nothing = records?.length === 0
  const { failed, waiting, sync, asked } = useWalletState({
    owner,
    loaded: records !== undefined,
    nothing,
    broken,
    failure: t('orders.failed'),
  })

  return (
    <div className="wrap pb-18">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pt-6">
        <div className="flex flex-wrap items-baseline gap-x-6">
          <h1 className="head-5">{t('orders.title')}</h1>
          <ButtonLink small kind="bare" to={paths.myTickets} className="no-print">
            {t('wallet.title')}
          </ButtonLink>
        </div>
        <SyncLine sync={sync} now={now} />
      </div>
      {failed ? (
        <WalletFailed title={t('orders.failed')} failure={failed} syncing={sync?.syncing ?? false} onRetry={asked} />
      ) : !records || waiting ? (
        <WalletLoading />
      ) : nothing ? (
        <Empty
          title={t('orders.empty.title')}
          className="mt-4 border-t-2 border-rule-strong"
          action={
            <ButtonLink kind="line" to={paths.concerts}>
              {t('wallet.empty.action')}
            </ButtonLink>
          }
        >
          {t('orders.empty.text')}
        </Empty>
      ) : (
        <>
          <PrivateNote className="mt-4" />
          <LongList title={t('orders.open')} rows={open} shownOf={ordersShown}>
            {itemOf}
          </LongList>
          <LongList title={t('orders.done')} rows={done} shownOf={ordersShown}>
            {itemOf}
          </LongList>
        </>
      )}
    </div>
  )
}
