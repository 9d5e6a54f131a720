import { useMemo } from 'react'
import { categoryLeft, type CatalogueEvent, type TicketCategory } from '#shop/catalogue/catalogue.ts'
import { seatMapOf, zonedMap, type SeatMap, type SeatMapSection } from '#shop/seats/seat-map.ts'
import { count } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { Price } from '#ui/display/price.tsx'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { tintOf } from '#ui/seat-map/theme-colours.ts'
import { StateMark } from '#ui/display/state-mark.tsx'

interface PricedSections {
  category: TicketCategory
  map: SeatMap
}

const nothingTaken: ReadonlySet<string> = new Set()

export function LayoutViewBody({ event }: { event: CatalogueEvent }) {
  const priced = useMemo<PricedSections[]>(
    () =>
      event.categories
        .filter(({ layout }) => layout !== null && layout.sections.length > 0)
        .map((category) => ({ category, map: seatMapOf(category) })),
    [event],
  )
  const hall = useMemo(() => zonedMap(priced.map(({ category }) => category)), [priced])
  if (priced.length === 0) return <p className="p-4 text-muted desk:p-6">{t('layout.none')}</p>
  return (
    <div className="seats-frame flex min-h-0 flex-1 flex-col desk:flex-row">
      <SeatMapView
        map={hall}
        label={t('layout.picture', {
          name: priced[0]!.category.layout!.name,
          sections: hall.sections.map((section) => section.name ?? ''),
        })}
        taken={nothingTaken}
        className="seats-room min-w-0"
      />
      <div className="seats-panel max-h-[45%] flex-none overflow-y-auto border-t border-rule px-4 py-3 desk:max-h-none desk:w-[352px] desk:border-t-0 desk:border-l desk:px-6 desk:py-5">
        <h3 className="text-2 font-strong">{t('layout.sections')}</h3>
        <ul className="rows mt-1">
          {priced.flatMap(({ category, map }, zone) =>
            map.sections.map((section) => (
              <li key={section.code} className="flex items-start justify-between gap-4 py-2.5">
                <div>
                  <p className="flex items-center gap-1.5 font-strong">
                    <i className="seat seat-sign" data-state="available" data-tint={tintOf(zone)} aria-hidden="true" />
                    {section.name}
                  </p>
                  <p className="text-2 text-muted tabular-nums">
                    {category.name} · {seatsIn(section)}
                  </p>
                  {categoryLeft(category) === 0 && <StateMark kind="off">{t('layout.soldOut')}</StateMark>}
                </div>
                <Price paise={category.price} free={category.free} state={event.state} className="text-right" />
              </li>
            )),
          )}
          {event.categories
            .filter(({ standing }) => standing === true)
            .map((category) => (
              <li key={category.id} className="flex items-start justify-between gap-4 py-2.5">
                <div>
                  <p className="font-strong">{category.name}</p>
                  <p className="text-2 text-muted">{t('event.standing')}</p>
                  {categoryLeft(category) === 0 && <StateMark kind="off">{t('layout.soldOut')}</StateMark>}
                </div>
                <Price paise={category.price} free={category.free} state={event.state} className="text-right" />
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}

function seatsIn(section: SeatMapSection): string {
  const seats = section.rows.flatMap((row) => row.seats).filter((seat) => seat && !seat.blocked)
  const wheelchair = seats.filter((seat) => seat?.wheelchair).length
  const words = [t('layout.section.seats', { n: count(seats.length) })]
  if (wheelchair > 0) words.push(t('layout.section.wheelchair', { n: wheelchair }))
  return words.join(' · ')
}
