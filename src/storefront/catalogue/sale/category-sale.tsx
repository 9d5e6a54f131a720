import type { ReactNode } from 'react'
import { canBePaid, isToCome, saleState, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { windowState } from '#shop/catalogue/sale/sale-window.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/sale.ts'
import { terms } from '#ui/terms.ts'
import { whenWords } from './sale-notice.tsx'
import { phasesLeft } from '#shop/catalogue/sale/phases.ts'
import { count, rupees } from '#ui/format.ts'

/** Says when a category opens, or that its sale has ended, where the notice of the event does not say the same. */
export function CategorySale({
  event,
  category,
  now,
}: {
  event: CatalogueEvent
  category: TicketCategory
  now: number
}): ReactNode {
  if (!isToCome(event, now) || event.pausedAt) return null
  const state = windowState(category, now)
  const whole = saleState(event, now, terms().lowStockEvent)
  if (!canBePaid(event, category))
    return whole.kind === 'not-yet' ? null : <StateMark kind="off">{t('sale.notYet')}</StateMark>
  if (state.kind === 'ended' && whole.kind !== 'ended')
    return <StateMark kind="off">{t('sale.ended.category')}</StateMark>
  if (state.kind !== 'before') return null
  const others = event.categories.map((other) => windowState(other, now))
  const alike = whole.kind === 'before' && others.every((other) => other.kind === 'before' && other.at === state.at)
  return alike ? null : <StateMark kind="info">{t('sale.from', { when: whenWords(state.at, now) })}</StateMark>
}

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
