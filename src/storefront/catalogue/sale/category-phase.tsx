import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import { phasesLeft } from '#shop/catalogue/sale/phases.ts'
import { count, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/sale.ts'
import { whenWords } from './sale-notice.tsx'

/** Names the phase whose price a category has now, what ends it, and the price after it. Nothing after the last. */
export function CategoryPhase({ category, now }: { category: TicketCategory; now: number }) {
  const [phase, next] = phasesLeft(category, now)
  if (!phase) return null
  const { name, until, untilSold } = phase
  const left = untilSold === null ? null : t('sale.phase.left', { n: count(untilSold - category.ticketsSold) })
  const after = t('sale.phase.after', { amount: rupees(next?.price ?? category.lastPrice ?? category.price) })
  return (
    <p className="mt-0.5 text-2">
      <b className="font-strong">
        {until === null ? name : t('sale.phase.until', { name, when: whenWords(until, now) })}
      </b>
      {left !== null && ` · ${left}`}
      <span className="block text-1 text-muted tabular-nums">{after}</span>
    </p>
  )
}
