import { useMemo } from 'react'
import { watchUpcomingEvents } from '#shop/catalogue/catalogue.store.ts'
import { watchDismissedPayments } from '#shop/payments/dismissed-payments.store.ts'
import { watchOrderHistory } from '#shop/orders/order-history.store.ts'
import { watchSubmissions } from '#shop/orders/outbox/outbox.store.ts'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { watchMyPayments, watchMyTickets } from '#shop/tickets/wallet.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useUnreportedOrders } from '../checkout/begun-orders.tsx'
import { useShopNow } from '../use-shop-now.ts'
import { orderRecords, type OrderRecord } from './order-records.ts'

const CLOCK_MS = 60_000

export interface FoundOrders {
  /** Newest first; undefined until the device has been read. */
  records: OrderRecord[] | undefined
  broken: boolean
  screenshotDays: number | null
}

export function useOrderRecords(owner: string | null): FoundOrders {
  const history = useWatched(watchOrderHistory, [owner])
  const submissions = useWatched(watchSubmissions, [owner])
  const payments = useWatched(watchMyPayments, [owner])
  const tickets = useWatched(watchMyTickets, [owner])
  const dismissed = useWatched(watchDismissedPayments, [owner])
  const events = useWatched(watchUpcomingEvents, []).value
  const screenshotDays = useWatched(watchShopSettings, []).value?.screenshotDays ?? null
  const drafts = useUnreportedOrders(owner)
  const now = useShopNow(CLOCK_MS)

  const broken = [history, submissions, payments, tickets, dismissed].some(({ error }) => error !== undefined)
  const records = useMemo(
    () =>
      history.value && submissions.value && payments.value && tickets.value && dismissed.value
        ? orderRecords({
            drafts,
            orders: history.value.submitted,
            pictures: history.value.pictures,
            submissions: submissions.value,
            payments: payments.value,
            tickets: tickets.value,
            dismissed: dismissed.value,
            events: events ?? [],
            screenshotDays,
            now,
          })
        : undefined,
    [
      drafts,
      history.value,
      submissions.value,
      payments.value,
      tickets.value,
      dismissed.value,
      events,
      screenshotDays,
      now,
    ],
  )
  return { records, broken, screenshotDays }
}
