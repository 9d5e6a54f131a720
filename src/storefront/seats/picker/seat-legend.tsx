import { t } from '#ui/messages/messages.ts'
import type { SeatState } from '#ui/seat-map/canvas/seat-drawing.ts'

export function SeatLegend({
  inCart = false,
  lost = false,
  wheelchair = false,
  companion = false,
  blocked = false,
  tint,
}: {
  inCart?: boolean
  lost?: boolean
  wheelchair?: boolean
  companion?: boolean
  blocked?: boolean
  /** Of the free seats. */
  tint: number
}) {
  return (
    <ul data-tint={tint} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-1 text-muted">
      <Sign state="available">{t('seats.legend.available')}</Sign>
      <Sign state="selected">{t('seats.legend.selected')}</Sign>
      <Sign state="sold">{t('seats.legend.sold')}</Sign>
      {inCart && <Sign state="in-cart">{t('seats.legend.inCart')}</Sign>}
      {lost && <Sign state="lost">{t('seats.legend.lost')}</Sign>}
      {wheelchair && (
        <li className="flex items-center gap-1.5">
          <i className="seat seat-sign" data-state="available" data-wheelchair="" aria-hidden="true" />
          {companion && <i className="seat seat-sign" data-state="available" data-companion="" aria-hidden="true" />}
          {t(companion ? 'seats.legend.companion' : 'seats.legend.wheelchair')}
        </li>
      )}
      {blocked && <Sign state="blocked">{t('seats.legend.blocked')}</Sign>}
    </ul>
  )
}

function Sign({ state, children }: { state: SeatState; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <i className="seat seat-sign" data-state={state} aria-hidden="true" />
      {children}
    </li>
  )
}
