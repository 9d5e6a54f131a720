import type { SeatCounts, SeatOwner, SeatsChosen } from '#shop/seats/hall.ts'
import { seatLetters } from '#ui/seat-map/canvas/seat-drawing.ts'
import { count } from '#ui/format.ts'
import { ownerWords, seatOwners, describeSeat } from './seat-words.ts'
import { useState } from 'react'
import type { SeatMap, SeatMapRow } from '#shop/seats/seat-map.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { counted } from '../kit/words/counted.ts'

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

function Sign({ owner }: { owner: (typeof seatOwners)[number] }) {
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

const ROWS_AT_ONCE = 40

interface HallListProps {
  map: SeatMap
  owners: ReadonlyMap<string, SeatOwner>
  chosen: SeatsChosen | null
  onPress: (key: string) => void
  onAddFree: (keys: string[]) => void
}

/** The hall row by row, for keyboards and screen readers and where the map is too small. */
export function HallList(props: HallListProps) {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const rows = props.map.sections.flatMap((section) => section.rows.map((row) => ({ section: section.name, row })))
  const more = Math.min(ROWS_AT_ONCE, rows.length - shown)
  return (
    <div className="h-full overflow-y-auto overscroll-contain bg-sunk px-4 py-3">
      <ul aria-label="Rows of the hall" className="rows">
        {rows.slice(0, shown).map(({ section, row }) => (
          <Row key={`${section} ${row.label}`} {...props} section={section} row={row} />
        ))}
      </ul>
      {more > 0 ? (
        <Button kind="line" small className="mt-3" onClick={() => setShown(shown + more)}>
          {`Show ${counted(more, 'more row')}`}
        </Button>
      ) : null}
    </div>
  )
}

function Row(props: HallListProps & { section: string | null; row: SeatMapRow }) {
  const { section, row, owners, chosen, onPress, onAddFree } = props
  const [open, setOpen] = useState(false)
  const seats = row.seats.filter((seat) => seat !== null).filter((seat) => !seat.blocked)
  const ownerOf = (key: string) => owners.get(key) ?? 'free'
  const free = seats.map(({ label }) => label).filter((label) => ownerOf(label) === 'free')
  const numbers = seatOwners
    .map((owner) => ({ owner, n: seats.filter(({ label }) => ownerOf(label) === owner).length }))
    .filter(({ n }) => n > 0)
    .map(({ owner, n }) => `${count(n)} ${ownerWords[owner].toLowerCase()}`)
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-left text-2"
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron" className={open ? 'rotate-180' : ''} />
        <span className="flex-1 font-strong">
          {section === null ? `Row ${row.label}` : `${section}, row ${row.label}`}
        </span>
        <span className="text-right text-muted tabular-nums">{numbers.join(' · ')}</span>
      </button>
      {open ? (
        <div className="flex flex-wrap items-center gap-2 pb-3">
          {seats.map(({ label, number, wheelchair }) => {
            const owner = ownerOf(label)
            const state = owner === 'free' ? 'available' : owner
            return (
              <Chip
                key={label}
                on={chosen?.keys.includes(label) ?? false}
                aria-label={describeSeat({ section, row: row.label, number, wheelchair, state })}
                className="min-w-11 justify-center bg-raised tabular-nums"
                onClick={() => onPress(label)}
              >
                {number} {owner === 'free' ? null : <Sign owner={owner} />}
              </Chip>
            )
          })}
          {free.length > 1 ? (
            <button
              type="button"
              className="link min-h-6 text-2"
              aria-label={`Choose ${free.length} free seats of row ${row.label}`}
              onClick={() => onAddFree(free)}
            >
              Choose {count(free.length)} free
            </button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
