import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { noteTold, watchSubmissions } from '#shop/orders/outbox/outbox.store.ts'
import { onTicketsArrived } from '#shop/sync/sync.store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/app/device.ts'
import { paths } from '#ui/paths.ts'
import { notifyOfTickets } from '#ui/browser/ticket-notification.ts'
import { toast } from '#ui/toast.tsx'

/**
 * Tells, on whatever page one is, what came to an end by itself: a payment that was sent or refused later, tickets that
 * arrived. The payment's own page says it in its own words and counts as told.
 */
export function DeviceNews() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const seen = useSeen()

  useEffect(
    () =>
      watchSubmissions().subscribe((submissions) => {
        for (const { orderId, orderCode: code, state, told } of submissions) {
          if ((state !== 'sent' && state !== 'refused') || told === state) continue
          if (!seen) continue
          void noteTold(orderId).then((first) => {
            if (!first || here === paths.order(orderId)) return
            const open = (): void => void navigate(paths.order(orderId))
            if (state === 'sent') toast.success(t('device.arrived', { code }), withAction(t('device.follow'), open))
            else toast.error(t('device.refused', { code }), withAction(t('device.look'), open))
          })
        }
      }),
    [here, seen, navigate],
  )

  useEffect(
    () =>
      onTicketsArrived((tickets) => {
        if (document.visibilityState === 'hidden') {
          void navigator.serviceWorker?.ready.then((registration) => notifyOfTickets(registration, tickets))
        } else if (pathname !== paths.myTickets && pathname !== paths.checkout) {
          const open = (): void => void navigate(paths.myTickets)
          toast.success(t('device.tickets', { n: tickets.length }), withAction(t('device.tickets.action'), open))
        }
      }),
    [pathname, navigate],
  )
  return null
}

const withAction = (label: string, onClick: () => void) => ({ action: { label, onClick } })

/** Whether somebody can look at this page: what is told to a hidden one is not told. */
function useSeen(): boolean {
  const [seen, setSeen] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = (): void => setSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return seen
}
