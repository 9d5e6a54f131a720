import { useMemo } from 'react'
import { readSeatCategory } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { ReviewLine } from '#shop/payments/review-rows.ts'
import { takenSeats } from '#shop/seats/seats.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { seatMapOf, type SeatMap } from '#shop/seats/seat-map.ts'
import { Button } from '#ui/controls/button.tsx'
import { SeatMapView, type SeatWords } from '#ui/seat-map/seat-map-view.tsx'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { needOf, suggestSeats, toggleSeat } from './reassign-lines.ts'
import { counted } from '../../kit/words/counted.ts'

interface Hall {
  map: SeatMap
  /** Cannot be chosen: seats of others, and those this payment keeps. */
  taken: Set<string>
}

async function readHall(line: SeatLine): Promise<Result<Hall>> {
  const [category, seats] = await Promise.all([
    readSeatCategory(line.ticketCategoryId),
    takenSeats(line.ticketCategoryId),
  ])
  if (!category.ok) return category
  if (!seats.ok) return seats
  // `mine` are the admin's own holds as a customer, so not this payment's.
  const taken = new Set([...seats.value.taken, ...seats.value.mine, ...needOf(line).kept])
  return ok({ map: seatMapOf(category.value), taken })
}

/** `lostSeats` are to be replaced. */
export type SeatLine = Pick<
  ReviewLine,
  'id' | 'ticketCategoryId' | 'eventName' | 'categoryName' | 'seats' | 'lostSeats' | 'quantity'
>

export function LineSeats({
  line,
  round,
  chosen,
  lostWord = 'lost',
  onChosen,
}: {
  line: SeatLine
  round: number
  chosen: string[]
  lostWord?: string
  onChosen: (seats: string[]) => void
}) {
  const hall = useLoaded(`${line.id} ${round}`, () => readHall(line), {
    onFailure: () => toast.error('Error loading seat information'),
  })
  const { missing } = needOf(line)
  const selected = useMemo(() => new Set(chosen), [chosen])
  const lost = useMemo(() => new Set(line.lostSeats.filter((seat) => !selected.has(seat))), [line, selected])
  const own = useMemo(() => new Set(needOf(line).kept), [line])

  if (hall.failure && !hall.value)
    return (
      <div className="flex-1 p-4">
        <ListFailure message="Error loading seat information" failure={hall.failure} onRetry={hall.reload} />
      </div>
    )
  if (!hall.value)
    return (
      <Skeleton className="flex-1 p-6">
        <Bar className="h-[280px] w-full" />
      </Skeleton>
    )

  const { map, taken } = hall.value
  const free = map.total - taken.size
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-2 desk:px-6">
        <p className="text-2 text-muted">{counted(Math.max(0, free), 'seat is free', 'seats are free')}</p>
        <Button kind="line" small disabled={free <= 0} onClick={() => onChosen(suggestSeats(map, taken, line))}>
          Best available
        </Button>
      </div>
      <SeatMapView
        map={map}
        label={`Seats of ${line.eventName}, ${line.categoryName}`}
        taken={taken}
        selected={selected}
        inCart={own}
        lost={lost}
        describe={(seat) => nameSeat(seat, lostWord)}
        reveal={chosen.at(-1) ?? null}
        onPress={(seat) => {
          if (!taken.has(seat)) onChosen(toggleSeat(chosen, seat, missing))
        }}
        className="min-h-[220px]"
      />
    </div>
  )
}

const stateWords: Record<Exclude<SeatWords['state'], 'lost'>, string> = {
  available: 'free',
  selected: 'chosen',
  'in-cart': 'stays',
  sold: 'taken',
  blocked: 'not for sale',
}

const nameSeat = (seat: SeatWords, lostWord: string): string =>
  [
    seat.section ? `${seat.section}, ` : '',
    `row ${seat.row} seat ${seat.number}`,
    seat.wheelchair ? ', wheelchair place' : '',
    `, ${seat.state === 'lost' ? lostWord : stateWords[seat.state]}`,
  ].join('')
