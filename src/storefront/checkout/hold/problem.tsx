import type { Failure } from '#platform/failure/failure.ts'
import type { Order, OrderedLine } from '#shop/orders/order.ts'
import { Alert } from '#ui/display/note.tsx'
import { hasBegun } from '#shop/orders/order-rows.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import { seatsOf } from '../ordered-lines.ts'

/** An order whose seats the server did not hold, and the ways on. */
export interface HoldRefused {
  order: Order
  failure: Failure
  onLines: (lines: OrderedLine[]) => void
  onRetry: () => void
}

export function Problem({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <Alert className="my-4 grid gap-2 text-3">
      <h2 className="head-4">{title}</h2>
      <p className="max-w-[60ch]">{text}</p>
      <div className="mt-1 flex flex-wrap gap-3">{children}</div>
    </Alert>
  )
}

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
