import { useLayoutEffect, useRef } from 'react'
import { categoryLeft, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { count, priceWords, rupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { tintOf } from '#ui/seat-map/theme-colours.ts'

/** Returns 'Gold · ₹1,499 per ticket'. */
export const perTicket = ({ name, price, free }: TicketCategory): string =>
  free ? `${name} · ${priceWords(price, free)}` : t('seats.perTicket', { category: name, price: rupees(price) })

interface ZoneChipsProps {
  offered: readonly TicketCategory[]
  shown: TicketCategory
  /** Those drawn on the map, in the order of their tints. */
  zones: readonly TicketCategory[]
  /** Of a category whose seats are known. */
  left: ReadonlyMap<string, number>
  onCategory: (id: string) => void
  /** Shows the whole map; fingers have no button for it. */
  onWhole?: (() => void) | undefined
}

/** Offers each price of the concert: a press goes to its zone, or to its own seats. */
export function ZoneChips({ offered, shown, zones, left, onCategory, onWhole }: ZoneChipsProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>(`[value="${shown.id}"]`)
    if (row.current && chip) row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2
  }, [shown.id])
  return (
    <div
      ref={row}
      role="group"
      aria-label={t('seats.category')}
      className="relative flex flex-none gap-2 overflow-x-auto border-b border-rule px-4 py-1 desk:flex-wrap desk:px-6 desk:py-2.5"
    >
      {onWhole && (
        <Chip on={false} className="hidden! flex-none pointer-coarse:inline-flex!" onClick={onWhole}>
          {t('seats.zoom.whole')}
        </Chip>
      )}
      {offered.map((category) => {
        const { id, name, price, free } = category
        const zone = zones.findIndex((one) => one.id === id)
        const n = left.get(id) ?? categoryLeft(category)
        return (
          <Chip
            key={id}
            value={id}
            on={id === shown.id}
            className="flex-none whitespace-nowrap tabular-nums"
            onClick={() => onCategory(id)}
          >
            {zone >= 0 && zones.length > 1 && (
              <i className="seat seat-sign" data-state="available" data-tint={tintOf(zone)} aria-hidden="true" />
            )}
            {t('seats.zone', { price: priceWords(price, free), category: name, left: n, count: count(n) })}
          </Chip>
        )
      })}
    </div>
  )
}
