import { useLocation, useNavigate } from 'react-router-dom'
import { markOutcomeShown, watchSubmissions } from '#shop/orders/outbox/outbox.store.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { onTicketsArrived } from '#shop/sync/sync.store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/device.ts'
import { paths } from '#ui/paths.ts'
import { notifyOfTickets } from '#ui/browser/ticket-notification.ts'
import { useListener, type Source } from '#ui/hooks/use-listener.ts'
import { useVisible } from '#ui/hooks/use-visible.ts'
import { toast } from '#ui/toast.tsx'
import { continueWithoutDevice, watchStoreState, isLasting } from '#shop/device/store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useEffect } from 'react'
import { noteAppKnown } from '#account/session/first-start.ts'
import { useOwner } from '#account/session/identity.ts'
import { rememberTickets } from '#shop/tickets/had-tickets.store.ts'
import { watchMyTickets } from '#shop/tickets/wallet.store.ts'

/** Toasts payments sent or refused later, and tickets that arrived, except on the payment's own page. */
export function DeviceNews() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  useListener(useVisible() ? submissions : null, (all) => {
    for (const { orderId, orderCode: code, state, told } of all) {
      if ((state !== 'sent' && state !== 'refused') || told === state) continue
      // When the store fails, the outcome is shown again with its next change.
      const shown = markOutcomeShown(orderId).catch(() => false)
      void shown.then((first) => {
        if (!first || pathname + search === paths.order(orderId)) return
        const open = (): void => void navigate(paths.order(orderId))
        if (state === 'sent') toast.success(t('device.arrived', { code }), withAction(t('device.follow'), open))
        else toast.error(t('device.refused', { code }), withAction(t('device.look'), open))
      })
    }
  })

  useListener(onTicketsArrived, (tickets) => {
    if (document.visibilityState === 'hidden') {
      void navigator.serviceWorker?.ready.then((registration) => notifyOfTickets(registration, tickets))
    } else if (pathname !== paths.myTickets && pathname !== paths.checkout) {
      const open = (): void => void navigate(paths.myTickets)
      toast.success(t('device.tickets', { n: tickets.length }), withAction(t('device.tickets.action'), open))
    }
  })
  return null
}

const submissions: Source<readonly Submission[]> = (listener) => watchSubmissions().subscribe(listener)

const withAction = (label: string, onClick: () => void) => ({ action: { label, onClick } })

/** Warns that the data on this device cannot be read now; the person decides whether to wait. */
export function DeviceLost() {
  const { value: state } = useWatched(watchStoreState, [])
  if (typeof state !== 'object' || state.kind !== 'memory' || state.awaited !== 'lost') return null
  return (
    <div className="no-print border-b border-rule bg-warn-soft py-3">
      <div className="wrap">
        <Note kind="warn" role="alert" className="grid justify-items-start gap-2">
          <p>{t('device.lost')}</p>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <Button kind="line" small onClick={() => location.reload()}>
              {t('device.lost.reload')}
            </Button>
            <Button kind="bare" small onClick={continueWithoutDevice}>
              {t('device.lost.without')}
            </Button>
          </div>
        </Note>
      </div>
    </div>
  )
}

/** Saves outside the database what this device must know after the browser deletes it. */
export function DeviceMemory() {
  const owner = useOwner()
  const held = useWatched(watchMyTickets, [owner]).value?.length ?? 0
  const store = useWatched(watchStoreState, []).value
  const lasting = isLasting(store)
  useEffect(() => {
    if (owner === null) return
    noteAppKnown()
    if (held > 0 && lasting) void rememberTickets()
  }, [owner, held, lasting])
  return null
}
