import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { stepFrom, type SeatGeometry, type SeatStep } from '#domain/seat-geometry.ts'
import { seatStates, type SeatDrawingProps, type SeatState } from './seat-drawing.ts'

interface SeatGridProps extends SeatDrawingProps {
  /** The rows that exist as elements: first and one past the last. */
  fromRow: number
  toRow: number
  /** The columns of the map that exist in them. */
  fromColumn: number
  toColumn: number
  /** The seats are drawn elsewhere: the elements are there for focus, names and presses alone. */
  unseen?: boolean
  /** A new object takes the focus to its seat. */
  focusOn?: { seat: number } | null
}

/**
 * Seats as a grid of rows for keyboard and screen reader (ARIA Authoring Practices, 'grid'): one tab stop, arrows,
 * Home and End in the row, with Ctrl in the map, Page Up and Page Down between sections, Enter and Space to press.
 */
export function SeatGrid(props: SeatGridProps) {
  const { geometry, states, view, label, describe, at, onMove, onPress, fromRow, toRow, fromColumn, toColumn } = props
  const grid = useRef<HTMLDivElement>(null)
  const [stepped, setStepped] = useState<{ seat: number } | null>(null)
  const { focusOn } = props
  useLayoutEffect(() => focusSeat(grid.current, stepped), [stepped])
  useLayoutEffect(() => focusSeat(grid.current, focusOn), [focusOn])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const from = seatOf(event.target)
    const step = stepOf(event)
    if (from < 0 || !step) return
    event.preventDefault()
    const seat = stepFrom(geometry, from, step)
    setStepped({ seat })
    onMove(seat)
  }
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const seat = seatOf(event.target)
    if (seat < 0) return
    onMove(seat)
    onPress?.(seat)
  }

  const groups = geometry.sections
    .map((section, index) => ({
      section,
      index,
      first: Math.max(section.firstRow, fromRow),
      end: Math.min(section.endRow, toRow),
    }))
    .filter(({ first, end }) => first < end)

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={geometry.rows.length}
      aria-colcount={Math.ceil(geometry.width) + 1}
      aria-multiselectable="true"
      className={props.unseen ? 'seat-grid seat-grid-unseen' : 'seat-grid'}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {groups.map(({ section, index, first, end }) => (
        <div key={index} role="rowgroup" aria-label={section.name ?? undefined}>
          {geometry.rows.slice(first, end).map((row, offset) => {
            const rowIndex = first + offset
            return (
              <SeatRow
                key={rowIndex}
                geometry={geometry}
                rowIndex={rowIndex}
                states={states.subarray(row.first, row.end)}
                tabStop={at >= row.first && at < row.end ? at : -1}
                fromColumn={Math.max(0, Math.floor(fromColumn - row.x))}
                toColumn={Math.min(row.at.length, Math.ceil(toColumn - row.x))}
                describe={describe}
                bare={!!props.unseen || view.pitch < 20}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface SeatRowProps {
  geometry: SeatGeometry
  rowIndex: number
  states: Uint8Array
  tabStop: number
  fromColumn: number
  toColumn: number
  describe: (seat: number, state: SeatState) => string
  /** Without its number. */
  bare: boolean
}

// A press changes one row of a hundred: the others are not drawn again.
const SeatRow = memo(function SeatRow(props: SeatRowProps) {
  const { geometry, rowIndex, states, tabStop, fromColumn, toColumn, describe, bare } = props
  const row = geometry.rows[rowIndex]!
  const cells = []
  for (let column = fromColumn; column < toColumn; column += 1) {
    const seat = row.at[column]!
    if (seat < 0) continue
    const { number, wheelchair } = geometry.seats[seat]!
    const state = seatStates[states[seat - row.first]!]!
    const place = { '--column': row.x + column } as CSSProperties
    if (state === 'blocked') {
      cells.push(
        <span key={column} aria-hidden="true" className="seat-cell" style={place}>
          <i className="seat" data-state="blocked" />
        </span>,
      )
      continue
    }
    const free = state === 'available' || state === 'selected'
    cells.push(
      <div
        key={column}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={state === 'selected'}
        className="seat-cell"
        style={place}
      >
        <button
          type="button"
          tabIndex={seat === tabStop ? 0 : -1}
          data-seat={seat}
          data-state={state}
          data-wheelchair={wheelchair || undefined}
          aria-disabled={!free || undefined}
          aria-label={describe(seat, state)}
          className="seat"
        >
          {bare ? null : number}
        </button>
      </div>,
    )
  }
  return (
    <div role="row" aria-rowindex={rowIndex + 1} className="seat-row" style={{ '--row': row.y } as CSSProperties}>
      <span role="rowheader" aria-colindex={1} className="seat-letter" style={{ '--column': row.x } as CSSProperties}>
        {row.label}
      </span>
      {cells}
    </div>
  )
}, sameRow)

function sameRow(before: SeatRowProps, after: SeatRowProps): boolean {
  return (
    before.geometry === after.geometry &&
    before.rowIndex === after.rowIndex &&
    before.tabStop === after.tabStop &&
    before.fromColumn === after.fromColumn &&
    before.toColumn === after.toColumn &&
    before.describe === after.describe &&
    before.bare === after.bare &&
    before.states.length === after.states.length &&
    before.states.every((state, index) => state === after.states[index])
  )
}

function focusSeat(grid: HTMLElement | null, on: { seat: number } | null | undefined): void {
  if (on) grid?.querySelector<HTMLElement>(`[data-seat="${on.seat}"]`)?.focus({ preventScroll: true })
}

function seatOf(target: EventTarget): number {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-seat]') : null
  return button ? Number(button.dataset.seat) : -1
}

const steps: Record<string, SeatStep> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'section-before',
  PageDown: 'section-after',
}

function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): SeatStep | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return key === 'Home' ? 'map-start' : key === 'End' ? 'map-end' : null
  return steps[key] ?? null
}
