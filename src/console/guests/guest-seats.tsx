import { useMemo } from 'react'
import type { TicketCategory } from '#shop/catalogue/catalogue.ts'
import { allotSeats } from '#shop/guests/guest.ts'
import type { HallSeats } from '#shop/seats/hall.ts'
import { compareSeats } from '#shop/seats/seat-map.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { SeatMapView } from '#ui/seat-map/seat-map-view.tsx'
import { describeSeat } from '../seats/seat-words.ts'
import { seatsText } from '../bookings/ticket-state.tsx'
import { useCategorySeats } from './use-places.ts'

const none: ReadonlySet<string> = new Set()

/** Free seats, and those kept from the sale, chosen by hand or as the best that are together. */
export function GuestSeats({
  category,
  seats,
  people,
  most,
  chosen,
  error,
  onChoose,
}: {
  category: TicketCategory
  seats: HallSeats
  people: number
  most: number
  chosen: readonly string[]
  error: string | undefined
  onChoose: (seats: string[]) => void
}) {
  const { map, owners, taken } = useCategorySeats(category, seats)
  const selected = useMemo(() => new Set(chosen), [chosen])
  const staff = useMemo(() => ({ states: owners, describe: describeSeat }), [owners])
  const best = useMemo(() => allotSeats(map, taken, [people])[0] ?? null, [map, taken, people])

  const press = (label: string) => {
    if (selected.has(label)) return onChoose(chosen.filter((other) => other !== label))
    const owner = owners.get(label)
    if ((owner === undefined || owner === 'kept') && chosen.length < most)
      onChoose([...chosen, label].sort(compareSeats))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          name="seats"
          kind="line"
          small
          disabled={best === null}
          onClick={() => best && onChoose([...best].sort(compareSeats))}
        >
          Best together
        </Button>
        <p role="status" className="text-2 tabular-nums">
          {chosen.length > 0
            ? `Chosen: ${seatsText(chosen)}`
            : best === null
              ? 'There are not that many free seats.'
              : 'Choose seats on the map. Kept seats may be given.'}
        </p>
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
      <div className="flex h-[min(340px,50dvh)] min-h-[240px] flex-col border border-rule">
        <SeatMapView
          map={map}
          label="Seats of this ticket. Use the arrow keys; Enter chooses."
          taken={none}
          selected={selected}
          staff={staff}
          onPress={press}
        />
      </div>
    </div>
  )
}
