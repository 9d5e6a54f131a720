import { hasBegun } from '#shop/orders/drafts.store.ts'
import type { Order, OrderedLine } from '#shop/orders/order.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { seatsOf } from '../ordered-lines.ts'

/** Goes on with the lines that can be had; nothing when there are none. */
export function GoOnWith({
  order,
  rest,
  onLines,
  kind = 'lit',
}: {
  order: Order
  rest: OrderedLine[]
  onLines: (lines: OrderedLine[]) => void
  kind?: 'lit' | 'line'
}) {
  if (rest.length === 0) return null
  const n = seatsOf(rest)
  return (
    <Button kind={kind} onClick={() => onLines(rest)}>
      {hasBegun(order) ? t('checkout.notOnSale.continue.unpaid', { n }) : t('checkout.taken.continue', { n })}
    </Button>
  )
}
