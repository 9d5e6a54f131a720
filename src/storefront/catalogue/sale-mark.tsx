import { saleState } from '#shop/catalogue/catalogue.ts'
import type { CatalogueEvent } from '#shop/catalogue/catalogue.ts'
import { formatDayNear, formatTime } from '#platform/time/ist.ts'
import { t } from '#ui/messages/messages.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { terms } from '#ui/terms.ts'

/** `quiet` renders nothing while the event is plainly on sale. A moved date is always said. */
export function SaleMark({ event, now, quiet = false }: { event: CatalogueEvent; now: number; quiet?: boolean }) {
  const state = saleState(event, now, terms().lowStockEvent)
  return (
    <span className="flex flex-wrap gap-x-4 empty:hidden">
      {state.kind === 'on-sale' && !quiet && <StateMark kind="ok">{t('catalogue.onSale')}</StateMark>}
      {state.kind === 'few' && <StateMark kind="warn">{t('catalogue.few', { n: state.left })}</StateMark>}
      {state.kind === 'sold-out' && <StateMark kind="off">{t('catalogue.soldOut')}</StateMark>}
      {state.kind === 'cancelled' && <StateMark kind="bad">{t('catalogue.cancelled')}</StateMark>}
      {state.kind === 'over' && <StateMark kind="off">{t('catalogue.over')}</StateMark>}
      {(state.kind === 'no-tickets' || state.kind === 'not-yet') && (
        <StateMark kind="off">{t('catalogue.noTickets')}</StateMark>
      )}
      {state.kind === 'before' && (
        <StateMark kind="info">
          {t('catalogue.before', { when: `${formatDayNear(state.at, now)}, ${formatTime(state.at)}` })}
        </StateMark>
      )}
      {state.kind === 'paused' && <StateMark kind="off">{t('catalogue.paused')}</StateMark>}
      {state.kind === 'ended' && <StateMark kind="off">{t('catalogue.over')}</StateMark>}
      {event.previousDate !== null && state.kind !== 'cancelled' && (
        <StateMark kind="info">{t('catalogue.moved', { day: formatDayNear(event.previousDate, now) })}</StateMark>
      )}
    </span>
  )
}
