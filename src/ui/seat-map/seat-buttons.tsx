import type { SeatDrawing } from './seat-drawing.ts'
import { SeatGrid } from './seat-grid.tsx'

/** Every seat a real button: for maps small enough that the browser carries them with ease. */
export const SeatButtons: SeatDrawing = (props) => (
  <SeatGrid
    {...props}
    fromRow={0}
    toRow={props.geometry.rows.length}
    fromColumn={0}
    toColumn={Math.ceil(props.geometry.width)}
  />
)
