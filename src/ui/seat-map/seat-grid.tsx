import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { stepFrom, type SeatStep } from '#shop/seats/places/seat-steps.ts'
import type { SeatGeometry } from '#shop/seats/seat-geometry.ts'
import { columnsOf, type GridPart } from './grid-parts.ts'
import { smallestChoosingPitch } from './pane/pane-zoom.ts'
import { tintOf } from './theme-colours.ts'
import {
  isPressable,
  seatLetters,
  seatStates,
  type DrawnSeatState,
  type SeatDrawingProps,
} from './canvas/seat-drawing.ts'

interface SeatGridProps extends SeatDrawingProps {
  /** The parts that exist as elements; a row spans from its first to its last column of any part. */
  parts: readonly GridPart[]
  /** Drawn elsewhere: these elements are only for focus, names and presses. */
  unseen?: boolean
  style?: CSSProperties
  /** A new object moves the focus to its seat. */
  focusOn?: { seat: number } | null
}

/**
 * Lays out an ARIA grid with one tab stop: arrows, Home and End (Ctrl: in the map), Page Up and Down between sections.
 */
export function SeatGrid(props: SeatGridProps) {
  const { geometry, states, view, label, describe, at, onMove, onPress, parts } = props
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
    if (seatOf(document.activeElement) !== seat) setStepped({ seat })
    onMove(seat)
    onPress?.(seat)
  }

  const classNames = ['seat-grid']
  if (props.unseen) classNames.push('seat-grid-unseen')
  if (props.unseen && view.pitch < smallestChoosingPitch) classNames.push('seat-grid-far')
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={geometry.rows.length}
      aria-colcount={geometry.columns + 1}
      aria-multiselectable="true"
      className={classNames.join(' ')}
      style={props.style}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {geometry.sections.map((section, index) => {
        const rows = []
        for (let rowIndex = section.firstRow; rowIndex < section.endRow; rowIndex += 1) {
          const columns = columnsOf(geometry, parts, rowIndex)
          if (!columns) continue
          const row = geometry.rows[rowIndex]!
          rows.push(
            <SeatRow
              key={rowIndex}
              geometry={geometry}
              rowIndex={rowIndex}
              states={states.subarray(row.first, row.end)}
              tabStop={at >= row.first && at < row.end ? at : -1}
              fromColumn={Math.max(0, Math.floor(columns.from - row.x))}
              toColumn={Math.min(row.at.length, Math.ceil(columns.to - row.x))}
              describe={describe}
              unseen={!!props.unseen}
            />,
          )
        }
        return (
          rows.length > 0 && (
            <div
              key={index}
              role="rowgroup"
              aria-label={section.name ?? undefined}
              data-tint={section.zone < 0 ? undefined : tintOf(section.zone)}
            >
              {rows}
            </div>
          )
        )
      })}
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
  describe: (seat: number, state: DrawnSeatState) => string
  unseen: boolean
}

// Memoized: a press changes one row of a hundred.
const SeatRow = memo(function SeatRow(props: SeatRowProps) {
  const { geometry, rowIndex, states, tabStop, fromColumn, toColumn, describe, unseen } = props
  const row = geometry.rows[rowIndex]!
  const { free } = geometry
  const cells = []
  let drawn = 0
  for (let column = fromColumn; column < toColumn; column += 1) {
    const seat = row.at[column]!
    if (seat < 0) continue
    const { number, wheelchair, companionOf } = geometry.seats[seat]!
    const state = seatStates[states[seat - row.first]!]!
    const place = free
      ? placedAt(free.x[seat]! - 0.5, free.y[seat]! - 0.5, free.angle[seat]!)
      : skipping(column - drawn)
    drawn = column + 1
    if (state === 'blocked') {
      cells.push(
        <span key={column} aria-hidden="true" className="seat-cell" style={place}>
          {unseen ? null : <i className="seat" data-state="blocked" />}
        </span>,
      )
      continue
    }
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
          data-letter={unseen ? undefined : seatLetters[state]}
          data-wheelchair={wheelchair || undefined}
          data-companion={companionOf !== undefined || undefined}
          aria-disabled={!isPressable(state) || undefined}
          aria-label={describe(seat, state)}
          className={unseen ? 'seat-spot' : 'seat'}
        >
          {unseen || seatLetters[state] ? null : number}
        </button>
      </div>,
    )
  }
  const letters = free?.letters[rowIndex]
  return (
    <div
      role="row"
      aria-rowindex={rowIndex + 1}
      className={free ? 'seat-row-free' : 'seat-row'}
      style={{ '--row': row.y } as CSSProperties}
    >
      <span
        role="rowheader"
        aria-colindex={1}
        className="seat-letter"
        style={letters ? placedAt(letters.x, letters.y, 0) : ({ '--column': row.x } as CSSProperties)}
      >
        {row.label}
      </span>
      {cells}
    </div>
  )
}, sameRow)

const placedAt = (x: number, y: number, angle: number): CSSProperties =>
  ({ '--column': x, '--row': y, ...(angle === 0 ? {} : { rotate: `${angle}rad` }) }) as CSSProperties

const skipping = (places: number): CSSProperties | undefined =>
  places > 0 ? { marginLeft: `calc(var(--pitch) * ${places})` } : undefined

function sameRow(before: SeatRowProps, after: SeatRowProps): boolean {
  return (
    before.geometry === after.geometry &&
    before.rowIndex === after.rowIndex &&
    before.tabStop === after.tabStop &&
    before.fromColumn === after.fromColumn &&
    before.toColumn === after.toColumn &&
    before.describe === after.describe &&
    before.unseen === after.unseen &&
    before.states.length === after.states.length &&
    before.states.every((state, index) => state === after.states[index])
  )
}

function focusSeat(grid: HTMLElement | null, on: { seat: number } | null | undefined): void {
  if (on) grid?.querySelector<HTMLElement>(`[data-seat="${on.seat}"]`)?.focus({ preventScroll: true })
}

function seatOf(target: EventTarget | null): number {
  const cell = target instanceof Element ? target.closest('.seat-cell') : null
  const button = cell?.querySelector<HTMLElement>('[data-seat]')
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
