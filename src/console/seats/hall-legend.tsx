import type { SeatCounts } from '#shop/seats/hall.ts'
import { seatLetters } from '#ui/seat-map/canvas/seat-drawing.ts'
import { count } from '#ui/format.ts'
import { ownerWords, seatOwners } from './seat-words.ts'

/** Signs with their words and numbers; letters and shapes, not colours alone, tell them apart. */
export function HallLegend({ counts }: { counts: SeatCounts }) {
  return (
    <ul aria-label="Seats by state" className="flex flex-wrap items-center gap-x-5 gap-y-1.5 text-2">
      {seatOwners.map((owner) => (
        <li key={owner} className="flex items-center gap-1.5">
          <Sign owner={owner} />
          {ownerWords[owner]} <span className="font-strong tabular-nums">{count(counts[owner])}</span>
        </li>
      ))}
    </ul>
  )
}

export function Sign({ owner }: { owner: (typeof seatOwners)[number] }) {
  const state = owner === 'free' ? 'available' : owner
  return (
    <i
      className="seat seat-sign grid! flex-none place-items-center p-0! pt-px! text-[10px] not-italic"
      data-state={state}
      data-letter={seatLetters[state]}
      aria-hidden="true"
    />
  )
}
