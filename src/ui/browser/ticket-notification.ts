import { t } from '../messages/messages.ts'
import '../messages/en/app/worker.ts'
import { paths } from '../paths.ts'

const TICKETS_TAG = 'mehfil-tickets'

const mayNotify = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** Notifies of new tickets where allowed. A press opens My Tickets (service-worker.ts). */
export async function notifyOfTickets(
  registration: ServiceWorkerRegistration,
  tickets: readonly { eventName: string }[],
): Promise<void> {
  const [first] = tickets
  if (!first || !mayNotify()) return
  await registration.showNotification(t('worker.tickets.title'), {
    body: t('worker.tickets.body', { event: first.eventName, n: tickets.length }),
    tag: TICKETS_TAG,
    data: paths.myTickets,
  })
}

export async function notifyOfArrival(
  registration: ServiceWorkerRegistration,
  submission: { orderId: string; orderCode: string },
): Promise<void> {
  if (!mayNotify()) return
  await registration.showNotification(t('worker.sent.title'), {
    body: t('worker.sent.body', { code: submission.orderCode }),
    tag: submission.orderId,
    data: paths.order(submission.orderId),
  })
}
