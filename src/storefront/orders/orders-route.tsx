import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { signedInPage } from '#account/session/guards.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/orders.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { LongList } from '../long-list.tsx'
import { PrivateNote } from '../private-note.tsx'
import { useWalletState, WalletBody, WalletPage } from '../wallet/wallet-state.tsx'
import { OrderItem } from './order-item.tsx'
import { ReceiptPage } from './receipt.tsx'
import type { OrderRecord } from './order-records.ts'
import { useOrderRecords } from './use-order-records.ts'

const ordersShown = (figures: { shown: string; n: string }): string => t('orders.shown', figures)

export const OrdersRoute = signedInPage(function OrdersPage({ person }) {
  const { orderId } = useParams()
  return orderId === undefined ? (
    <Orders owner={person.userId} />
  ) : (
    <ReceiptPage key={orderId} orderId={orderId} customer={person} />
  )
})

function Orders({ owner }: { owner: string }) {
  usePageTitle(t('orders.title'))
  const { records, broken, screenshotDays } = useOrderRecords(owner)
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
  const state = useWalletState({
    owner,
    loaded: records !== undefined,
    nothing,
    broken,
    failure: t('orders.failed'),
  })

  return (
    <WalletPage
      title={t('orders.title')}
      ways={
        <ButtonLink small kind="bare" to={paths.myTickets} className="no-print">
          {t('wallet.title')}
        </ButtonLink>
      }
      sync={state.sync}
    >
      <WalletBody state={state}>
        {nothing ? (
          <Empty
            title={t('orders.empty.title')}
            className="mt-4 border-t-2 border-rule-strong"
            way={{ to: paths.concerts, label: t('wallet.empty.action') }}
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
      </WalletBody>
    </WalletPage>
  )
}
