import { memo, useCallback, useRef, useState, type DragEvent, type KeyboardEvent, type PointerEvent } from 'react'
import type { LayoutRow, LayoutSection } from '#shop/layouts/layout.ts'
import { cellKind, type CellKind } from '#shop/layouts/layout-draft.ts'
import { classes } from '#ui/controls/classes.ts'
import { Icon } from '#ui/controls/icon.tsx'

export interface At {
  row: number
  cell: number
}

const looks: Record<CellKind, string> = {
  seat: 'border-control bg-raised',
  aisle: 'border-dashed border-rule text-muted',
  blocked: 'border-control bg-sunk text-muted line-through',
  wheelchair: 'border-info bg-info-soft text-info',
}

const words: Record<CellKind, string> = { seat: '', aisle: 'aisle', blocked: ', blocked', wheelchair: ', wheelchair' }

const keyKinds: Record<string, CellKind> = { s: 'seat', a: 'aisle', b: 'blocked', w: 'wheelchair' }

/** Paints cells by strokes. Arrows move, Space paints, S A B W set the kind, Alt with up or down moves the row. */
export function SectionGrid({
  section,
  at,
  onWalk,
  onPaint,
  onKind,
  onMoveRow,
}: {
  section: LayoutSection
  at: At
  onWalk: (to: At) => void
  /** `stroke` is the same for all cells of one stroke. */
  onPaint: (cell: At, stroke: string) => void
  onKind: (cell: At, kind: CellKind) => void
  onMoveRow: (from: number, to: number) => void
}) {
  const grid = useRef<HTMLDivElement>(null)
  const stroke = useRef<{ name: string; last: string } | null>(null)
  const strokes = useRef(0)
  const [dragged, setDragged] = useState<number | null>(null)

  const cellOf = (element: Element | null): At | null => {
    const cell = element?.closest<HTMLElement>('[data-cell]')
    if (!cell || !grid.current?.contains(cell)) return null
    return { row: Number(cell.dataset.row), cell: Number(cell.dataset.cell) }
  }

  const focus = useCallback(
    (to: At) => {
      onWalk(to)
      grid.current?.querySelector<HTMLElement>(`[data-row="${to.row}"][data-cell="${to.cell}"]`)?.focus()
    },
    [onWalk],
  )

  const onPointerDown = (event: PointerEvent) => {
    const cell = cellOf(event.target as Element)
    if (!cell || event.button !== 0) return
    strokes.current += 1
    stroke.current = { name: `stroke ${strokes.current}`, last: `${cell.row}/${cell.cell}` }
    onWalk(cell)
    onPaint(cell, stroke.current.name)
  }
  const onPointerMove = (event: PointerEvent) => {
    const now = stroke.current
    if (!now) return
    if (event.buttons === 0) {
      stroke.current = null
      return
    }
    // Touch events stay on the cell where the finger went down.
    const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY))
    if (!cell || `${cell.row}/${cell.cell}` === now.last) return
    now.last = `${cell.row}/${cell.cell}`
    onPaint(cell, now.name)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target as Element)
    if (!cell || event.ctrlKey || event.metaKey) return
    const { rows } = section
    const last = (row: number): number => (rows[row]?.seats.length ?? 1) - 1
    const walk = (row: number, to: number): void => {
      if (row < 0 || row >= rows.length) return
      focus({ row, cell: Math.max(0, Math.min(to, last(row))) })
    }
    const { key } = event
    if (event.altKey) {
      const to = cell.row + (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0)
      if (to === cell.row || to < 0 || to >= rows.length) return
      onMoveRow(cell.row, to)
      // Focuses the cell after its row is drawn in the new place.
      setTimeout(() => focus({ row: to, cell: cell.cell }))
    } else if (key === 'ArrowLeft') walk(cell.row, cell.cell - 1)
    else if (key === 'ArrowRight') walk(cell.row, cell.cell + 1)
    else if (key === 'ArrowUp') walk(cell.row - 1, cell.cell)
    else if (key === 'ArrowDown') walk(cell.row + 1, cell.cell)
    else if (key === 'Home') walk(cell.row, 0)
    else if (key === 'End') walk(cell.row, last(cell.row))
    else if (key === ' ' || key === 'Enter') {
      strokes.current += 1
      onPaint(cell, `stroke ${strokes.current}`)
    } else {
      const kind = keyKinds[key.toLowerCase()]
      if (!kind) return
      onKind(cell, kind)
    }
    event.preventDefault()
  }

  const onDrop = (event: DragEvent, to: number) => {
    event.preventDefault()
    if (dragged !== null && dragged !== to) onMoveRow(dragged, to)
    setDragged(null)
  }

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={`Seats of ${section.name}`}
      className="overflow-x-auto pb-2 outline-none select-none"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        stroke.current = null
      }}
    >
      {section.rows.map((row, index) => (
        <div
          key={index}
          role="row"
          tabIndex={-1}
          className={classes('flex w-max items-center gap-1 py-0.5', dragged === index && 'opacity-50')}
          onDragOver={(event) => {
            if (dragged !== null) event.preventDefault()
          }}
          onDrop={(event) => onDrop(event, index)}
        >
          <span
            role="rowheader"
            draggable
            title="Drag to move the row"
            className={classes(
              'sticky left-0 flex h-8 w-14 flex-none cursor-grab items-center gap-1 bg-surface text-2 tabular-nums',
              at.row === index && 'font-strong',
            )}
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', row.label)
              setDragged(index)
            }}
            onDragEnd={() => setDragged(null)}
          >
            <Icon name="menu" className="size-4! text-muted" />
            {row.label}
          </span>
          <Cells row={row} index={index} stop={at.row === index ? at.cell : -1} />
        </div>
      ))}
    </div>
  )
}

const Cells = memo(function Cells({ row, index, stop }: { row: LayoutRow; index: number; stop: number }) {
  return row.seats.map((number, cell) => {
    const kind = cellKind(row, cell)
    return (
      <span key={cell} role="gridcell" className="flex">
        <button
          type="button"
          data-row={index}
          data-cell={cell}
          tabIndex={cell === stop ? 0 : -1}
          aria-label={`Row ${row.label}, ${number === null ? `place ${cell + 1}, aisle` : `seat ${number}${words[kind]}`}`}
          className={classes(
            'grid size-8 cursor-pointer touch-none place-items-center rounded-seat border text-1 tabular-nums',
            looks[kind],
          )}
        >
          {number === null ? '·' : number}
        </button>
      </span>
    )
  })
})
