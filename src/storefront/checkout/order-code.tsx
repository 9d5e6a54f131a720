import { isNeeded, type OpenedCode } from '#shop/codes/code.ts'
import { watchCodeOf } from '#shop/codes/codes.store.ts'
import type { Order } from '#shop/orders/order.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { paths } from '#ui/paths.ts'
import { CodeOfLines } from '../codes/code-of-lines.tsx'

/** Returns the code that goes with an order; null for none, undefined until it has been read. */
export function useCodeOfOrder(order: Order): OpenedCode | null | undefined {
  const seats = order.lines.map((line) => `${line.ticketCategoryId}:${line.seats.join()}`).join(';')
  return useWatched(() => watchCodeOf(order), [order.id, seats, order.hold?.code]).value
}

/** The code of an order that has not begun. */
export function OrderCode({ order }: { order: Order }) {
  const code = useCodeOfOrder(order)
  if (code === undefined) return null
  const lines = order.lines.map(({ eventId, ticketCategoryId }) => ({ eventId, categoryId: ticketCategoryId }))
  return (
    <CodeOfLines
      code={code && { code, needed: isNeeded(code, lines) }}
      events={order.lines.map(({ eventId }) => eventId)}
      typedAt={paths.checkout}
    />
  )
}
