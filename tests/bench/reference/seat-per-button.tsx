import { memo, useCallback, useState } from 'react'
import type { SeatMap, SeatMapSeat } from '../../../src/shop/seats/seat-map.ts'
import { toggled, zoomSteps } from './product-map.tsx'

const none: ReadonlySet<string> = new Set()

/** The obvious way: a scrolling pane with a memoized <button> for each seat. */
export function SeatPerButton({ map }: { map: SeatMap }) {
  const [chosen, setChosen] = useState(none)
  const [pitch, setPitch] = useState(32)
  const press = useCallback((label: string) => setChosen((before) => toggled(before, label)), [])
  return (
    <div className="flex flex-col" style={{ width: 390, height: 640 }}>
      <div className="seat-pane min-h-0 flex-1 overflow-auto" style={{ ['--side' as string]: `${pitch - 4}px` }}>
        {map.sections.map((section) => (
          <section key={section.code} aria-label={section.name ?? undefined}>
            {section.rows.map((row) => (
              <div key={row.label} style={{ display: 'flex', gap: 4, padding: 2, width: 'max-content' }}>
                {row.seats.map(
                  (seat) => seat && <Seat key={seat.label} seat={seat} on={chosen.has(seat.label)} press={press} />,
                )}
              </div>
            ))}
          </section>
        ))}
      </div>
      {zoomSteps.map(([label, step]) => (
        <button key={label} type="button" aria-label={label} onClick={() => setPitch((before) => before * step)} />
      ))}
    </div>
  )
}

const Seat = memo(function Seat({
  seat,
  on,
  press,
}: {
  seat: SeatMapSeat
  on: boolean
  press: (label: string) => void
}) {
  return (
    <button
      type="button"
      aria-label={seat.label}
      aria-pressed={on}
      onClick={() => press(seat.label)}
      className="rounded-seat border border-control text-1 aria-pressed:bg-inverse aria-pressed:text-inverse-ink"
      style={{ width: 'var(--side)', height: 'var(--side)' }}
    >
      {seat.number}
    </button>
  )
})
