import { ConcertTime } from '#account/concert-time.tsx'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import type { Hold, OrderedLine } from '#shop/orders/order.ts'
import { CodePrice } from '../codes/code-price.tsx'
import { OnePhone } from '../one-phone.tsx'
import { DateBlock } from '#ui/display/date-block.tsx'
import { t } from '#ui/messages/messages.ts'

function LoweredPrice({ line, hold }: { line: OrderedLine; hold: Hold | null }) {
  const held = hold?.lines.find((one) => one.ticketCategoryId === line.ticketCategoryId)
  if (!held || held.fullPrice === null || !hold?.code) return null
  return <CodePrice code={hold.code} full={held.fullPrice} now={held.unitPrice} />
}

export function OrderLines({ lines, hold = null }: { lines: readonly OrderedLine[]; hold?: Hold | null }) {
  return (
    <ul className="rows">
      {lines.map((line) => (
        <li key={line.ticketCategoryId} className="grid grid-cols-[minmax(92px,max-content)_minmax(0,1fr)] gap-3 py-3">
          <DateBlock date={line.date} size="sm" />
          <div className="min-w-0 wrap-anywhere">
            <p className="font-strong">{line.eventName}</p>
            <p className="text-2 text-muted">
              {line.venue}
              <br />
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
