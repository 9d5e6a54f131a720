import type { Failure } from '#platform/failure/failure.ts'
import { closeTaken, takeFreeOrder } from '#shop/orders/free-order.store.ts'
import type { Order } from '#shop/orders/order.ts'
import { syncNow } from '#shop/sync/sync.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { Alert, Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import type { OrderHold } from '../hold/use-hold.ts'
import { Step } from './step.tsx'

function wordFailure({ code }: Failure): string {
  if (code === 'unreachable') return t('checkout.free.offline')
  return t(code === 'too_many' ? 'checkout.free.limit' : 'checkout.free.failed')
}

/** Takes an order of ₹0: no UPI, no reference, no screenshot. Calls `onTaken` once the tickets are made. */
export function FreeOrder({
  order,
  hold,
  onTaken,
}: {
  order: Order
  hold: OrderHold
  onTaken: (order: Order) => void
}) {
  const taking = useAction(
    async () => {
      const taken = await takeFreeOrder(order.id)
      // So that My Tickets has them when it opens; the next sync brings them, too.
      if (taken.ok) {
        await syncNow().catch(() => undefined)
        await closeTaken(order.id)
      }
      return taken
    },
    { leaves: true },
  )
  const take = async (): Promise<void> => {
    const taken = await taking.run()
    if (taken?.ok) onTaken(taken.value)
    else if (taken?.failure.code === 'hold_expired' || taken?.failure.code === 'not_free') hold.hold()
  }
  const { kind } = hold.state
  return (
    <Step n={1} title={t('checkout.free.nothing')} narrow>
      <p>{t('checkout.free.text')}</p>
      {kind === 'offline' && !taking.failure && <Note kind="warn">{t('checkout.free.offline')}</Note>}
      <Alert>{taking.failure && wordFailure(taking.failure)}</Alert>
      <Button
        kind="lit"
        wide
        arrow
        disabled={kind === 'holding'}
        busy={taking.busy}
        busyLabel={t('checkout.free.taking')}
        onClick={() => void take()}
      >
        {t('checkout.free.take')}
      </Button>
    </Step>
  )
}
