import { ConcertTime } from '#account/concert-time.tsx'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import type { OrderedLine } from '#shop/orders/order.ts'
import { DateBlock } from '#ui/display/date-block.tsx'
import { t } from '#ui/messages/messages.ts'

export function OrderLines({ lines }: { lines: readonly OrderedLine[] }) {
  return (
    <ul className="rows">
      {lines.map((line) => (
        <li key={line.ticketCategoryId} className="grid grid-cols-[minmax(92px,max-content)_minmax(0,1fr)] gap-3 py-3">
          <DateBlock date={line.date} size="sm" />
          <div>
            <p className="font-strong">{line.eventName}</p>
            <p className="text-2 text-muted">
              {line.venue}
              <br />
              <ConcertTime at={line.date} day />
            </p>
            <p className="text-2 tabular-nums">
              {t('checkout.line.seats', { category: line.categoryName, list: saidSeats(line).list })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
