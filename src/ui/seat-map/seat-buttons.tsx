import { useMemo } from 'react'
import type { SeatDrawing } from './canvas/seat-drawing.ts'
import { SeatGrid } from './seat-grid.tsx'

export const SeatButtons: SeatDrawing = (props) => {
  const { rows, width } = props.geometry
  const parts = useMemo(
    () => [{ fromRow: 0, toRow: rows.length, fromColumn: 0, toColumn: Math.ceil(width) }],
    [rows, width],
  )
  return <SeatGrid {...props} parts={parts} />
}
