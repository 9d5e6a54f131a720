import { useMemo, useState } from 'react'
import type { SeatMap, SeatMapRow } from '#shop/seats/seat-map.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { classes } from '#ui/controls/classes.ts'
import { CheckField } from '#ui/controls/field.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import type { SeatWords } from '#ui/seat-map/seat-map-view.tsx'
import type { SeatHall } from '#shop/seats/seat-choice.ts'
import { perTicket } from './zone-chips.tsx'
import type { Zone } from './use-hall-choice.ts'

const rowsAtOnce = 40

interface ListedRow {
  section: string | null
  row: SeatMapRow
  free: number
}

interface SeatListProps {
  describe: (seat: SeatWords) => string
  onPress: (seat: string) => void
}

/** Lists the rows of each zone, in a group of its own. */
export function SeatListView({ zones, ...rest }: SeatListProps & { zones: readonly Zone[] }) {
  const [onlyFree, setOnlyFree] = useState(true)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain bg-sunk px-4 py-3 desk:px-6 desk:py-5">
      <CheckField
        label={t('seats.list.onlyFree')}
        checked={onlyFree}
        onChange={(event) => setOnlyFree(event.currentTarget.checked)}
      />
      {zones.map((zone, index) => (
        <div key={zone.category.id} role="group" aria-label={perTicket(zone.category)} className="mt-2">
          {zones.length > 1 && (
            <h3 className="mt-4 border-b border-rule pb-1 text-2 font-strong">{perTicket(zone.category)}</h3>
          )}
          <ZoneRows zone={zone} index={index} onlyFree={onlyFree} {...rest} />
        </div>
      ))}
    </div>
  )
}

interface ZoneRowsProps extends SeatListProps {
  zone: Zone
  index: number
  onlyFree: boolean
}

function ZoneRows({ zone: { category, hall, choice }, index, onlyFree, describe, onPress }: ZoneRowsProps) {
  const [shown, setShown] = useState(rowsAtOnce)
  const selected = useMemo(() => new Set(choice.selected), [choice.selected])
  const rows = useMemo(() => rowsOf(hall.map, hall.taken), [hall.map, hall.taken])
  const listed = onlyFree
    ? rows.filter(({ row, free }) => free > 0 || row.seats.some((seat) => seat && selected.has(seat.label)))
    : rows
  const more = Math.min(rowsAtOnce, listed.length - shown)
  return (
    <>
      <ul aria-label={t('seats.list', { category: category.name })} className="rows">
        {listed.slice(0, shown).map((item) => (
          <Row
            key={item.row.seats.find((seat) => seat)?.label ?? item.row.label}
            {...item}
            hall={hall}
            zone={index}
            selected={selected}
            describe={describe}
            onPress={onPress}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button kind="line" small className="mt-3" onClick={() => setShown(shown + more)}>
          {t('seats.list.more', { n: more })}
        </Button>
      )}
    </>
  )
}

interface RowProps extends ListedRow, SeatListProps {
  hall: SeatHall
  zone: number
  selected: ReadonlySet<string>
}

function Row({ section, row, free, hall, zone, selected, describe, onPress }: RowProps) {
  const [open, setOpen] = useState(false)
  const mine = row.seats.filter((seat) => seat && selected.has(seat.label)).length
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-11 w-full cursor-pointer items-center gap-3 text-left text-2"
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron" className={open ? 'rotate-180' : ''} />
        <span className="flex-1 font-strong">{t('seats.list.row', { section, row: row.label })}</span>
        <span className="text-muted tabular-nums">
          {mine > 0 && `${t('seats.list.selected', { n: mine })} · `}
          {t('seats.list.free', { n: free })}
        </span>
      </button>
      {open && (
        <div className="flex flex-wrap gap-2 pb-3">
          {row.seats.map((seat) => {
            if (!seat || seat.blocked) return null
            const on = selected.has(seat.label)
            if (!on && (hall.taken.has(seat.label) || hall.inCart.has(seat.label))) return null
            const { number, wheelchair, companionOf } = seat
            const companion = companionOf !== undefined
            const words = { section, row: row.label, number, wheelchair, companion, zone } as const
            return (
              <Chip
                key={seat.label}
                on={on}
                aria-label={describe({ ...words, state: on ? 'selected' : 'available' })}
                className={classes('min-w-11 justify-center tabular-nums', !on && 'bg-raised')}
                onClick={() => onPress(seat.label)}
              >
                {seat.number}
                {seat.wheelchair && <Icon name="wheelchair" className="size-4!" />}
              </Chip>
            )
          })}
          {free === 0 && mine === 0 && <p className="text-2 text-muted">{t('seats.list.none')}</p>}
        </div>
      )}
    </li>
  )
}

function rowsOf(map: SeatMap, taken: ReadonlySet<string>): ListedRow[] {
  return map.sections.flatMap((section) =>
    section.rows.map((row) => ({
      section: section.name,
      row,
      free: row.seats.filter((seat) => seat && !seat.blocked && !taken.has(seat.label)).length,
    })),
  )
}
