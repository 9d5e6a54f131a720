import { watchEvent } from '#shop/catalogue/catalogue.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/cart.ts'
import { ConcertTime } from '#account/concert-time.tsx'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import type { Hold, OrderedLine, Order } from '#shop/orders/order.ts'
import { CodePrice } from '../codes/code-price.tsx'
import { DateBlock } from '#ui/display/date-block.tsx'
import { isNeeded, type OpenedCode } from '#shop/codes/code.ts'
import { watchCodeOf } from '#shop/codes/codes.store.ts'
import { paths } from '#ui/paths.ts'
import { CodeOfLines } from '../codes/code-of-lines.tsx'

/** Says that an event's tickets work on one phone each; nothing of other events. */
function OnePhone({ eventId }: { eventId: string }) {
  const event = useWatched(() => watchEvent(eventId), [eventId]).value
  if (!event?.screenOnly) return null
  return <p className="mt-1 text-2 text-warn">{t('cart.onePhone')}</p>
}

function LoweredPrice({ line, hold }: { line: OrderedLine; hold: Hold | null }) {
  const held = hold?.lines.find((one) => one.ticketCategoryId === line.ticketCategoryId)
  if (!held || held.fullPrice === null || !hold?.code) return null
  return <CodePrice code={hold.code} full={held.fullPrice} now={held.unitPrice} />
}

export function OrderLines({ lines, hold = null }: { lines: readonly OrderedLine[]; hold?: Hold | null }) {
  return (
    <ul className="rows">
      {lines.map((line) => (
        <li
          key={line.ticketCategoryId}
          className="gap-3 py-3 desk:grid desk:grid-cols-[minmax(92px,max-content)_minmax(0,1fr)]"
        >
          <div className="max-desk:hidden">
            <DateBlock date={line.date} size="sm" />
          </div>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-strong">{line.eventName}</p>
            <p className="text-2 text-muted">
              <span className="max-desk:hidden">
                {line.venue}
                <br />
              </span>
              <ConcertTime at={line.date} day />
            </p>
            <p className="text-2 tabular-nums">
              {t('checkout.line.seats', { category: line.categoryName, list: saidSeats(line).list })}
            </p>
            <LoweredPrice line={line} hold={hold} />
            <OnePhone eventId={line.eventId} />
          </div>
        </li>
      ))}
    </ul>
  )
}

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
