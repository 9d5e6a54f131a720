import { useMemo } from 'react'
import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { describeSeat } from '../../seats/seat-words.ts'

export function DoorMap({
  category,
  map,
  taken,
  selected,
  lost,
  onPress,
}: {
  category: TicketCategory
  map: SeatMap
  taken: ReadonlySet<string>
  selected: readonly string[]
  lost: readonly string[]
  onPress: (seat: string) => void
}) {
  const chosen = useMemo(() => new Set(selected), [selected])
  const gone = useMemo(() => new Set(lost), [lost])
  return (
    <div id="door-map" className="flex h-[min(420px,56dvh)] min-h-[280px] flex-col border border-rule desk:h-[420px]">
      <SeatMapView
        map={map}
        label={`Seats of ${category.name}. Use the arrow keys; Enter chooses.`}
        taken={taken}
        selected={chosen}
        lost={gone}
        describe={describeSeat}
        onPress={onPress}
        reveal={selected[0] ?? null}
      />
    </div>
  )
}
