// oxlint-disable refs -- of the pane only its ref is one, and that is handed on
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { frontSeat, layOutSeats, seatIndexOf, zoneOfRow, type SeatGeometry } from '#shop/seats/seat-geometry.ts'
import type { SeatMap } from '#shop/seats/seat-map.ts'
import { classes } from '../controls/classes.ts'
import { Deva } from '../display/deva.tsx'
import { spokenLanguage } from '#ui/language.ts'
import { t } from '../messages/messages.ts'
import { PaneControls } from './pane/pane-controls.tsx'
import { SeatCanvas } from './canvas/seat-canvas.tsx'
import {
  lengthsOf,
  MAX_SEAT_BUTTONS,
  statesOf,
  type DrawnSeatState,
  type SeatDrawing,
  type SeatState,
  type StaffSeatState,
} from './canvas/seat-drawing.ts'
import { usePane } from './pane/use-pane.ts'
import { useListener, type Source } from '../hooks/use-listener.ts'
import { whenIdle } from '../hooks/when-idle.ts'
import { SeatGrid } from './seat-grid.tsx'
import { SectionNames, Platform } from './section-names.tsx'
import '../messages/en/shop/seats.ts'
import './seat-map.css'

export interface SeatWords<State = SeatState> {
  section: string | null
  row: string
  number: number
  wheelchair: boolean
  /** Kept for the companion of a wheelchair user. */
  companion: boolean
  /** -1 without a price zone. */
  zone: number
  state: State
}

/** `describe` must be stable, as that of the map. */
interface StaffSeats {
  states: ReadonlyMap<string, StaffSeatState>
  describe: (seat: SeatWords<DrawnSeatState>) => string
}

export interface SeatMapViewProps {
  map: SeatMap
  label: string
  taken: ReadonlySet<string>
  selected?: ReadonlySet<string>
  inCart?: ReadonlySet<string>
  lost?: ReadonlySet<string>
  /** For the console: more states, and names for them in place of `describe`. */
  staff?: StaffSeats
  /** Must be stable: a change renames every seat. */
  describe?: (seat: SeatWords) => string
  /** A press on any seat. Without it the map is a picture that scrolls and zooms. */
  onPress?: (label: string) => void
  /** A change scrolls to the seat and moves the tab stop there; a new object repeats that. */
  reveal?: string | { seat: string } | null
  /** The price zone in sight at first; a new object goes there. Below 0 the whole map. */
  go?: { zone: number }
  /** A press on a zone whose seats are too small to press. */
  onZone?: (zone: number) => void
  legend?: ReactNode
  aside?: ReactNode
  className?: string
}

const idle: Source<void> = (listener) => whenIdle(listener)

const noWords = (): string => ''
export function SeatMapView(props: SeatMapViewProps) {
  const { map, label, taken, selected, inCart, lost, staff, onPress, reveal, go, onZone } = props
  const { legend, aside, className } = props
  const geometry = useMemo(() => layOutSeats(map), [map])
  const states = useMemo(
    () => statesOf(geometry, { taken, selected, inCart, lost, staff: staff?.states }),
    [geometry, taken, selected, inCart, lost, staff?.states],
  )
  const drawnAsButtons = !!onPress && geometry.seats.length <= MAX_SEAT_BUTTONS
  const Drawing: SeatDrawing = drawnAsButtons ? SeatButtons : SeatCanvas

  const [wanted, setWanted] = useState<{ geometry: SeatGeometry; seat: number } | null>(null)
  const front = go && go.zone >= 0 ? go.zone : undefined
  const first = useMemo(() => {
    const revealed = revealedSeat(geometry, reveal)
    return revealed >= 0 ? revealed : frontSeat(geometry, front)
  }, [geometry, reveal, front])
  const at = wanted?.geometry === geometry ? wanted.seat : first
  const pane = usePane(geometry, drawnAsButtons ? 'choosing' : 'whole', first, !onPress)
  const { view, show, zoom, zoomOut, zoomOn, goTo } = pane
  const gone = useRef(go)
  useEffect(() => {
    if (!go || gone.current === go) return
    gone.current = go
    goTo(go.zone)
  }, [go, goTo])

  useEffect(() => {
    const seat = revealedSeat(geometry, reveal)
    if (seat < 0) return
    // oxlint-disable-next-line set-state-in-effect -- the pane scrolls there in the same step
    setWanted({ geometry, seat })
    show(seat)
  }, [geometry, reveal, show])

  const [settled, setSettled] = useState(false)
  useListener(view ? idle : null, () => setSettled(true))

  // Without `staff` only the customers' states are drawn.
  const describe = staff?.describe ?? (props.describe as StaffSeats['describe'] | undefined)
  const words = useMemo(
    () =>
      describe
        ? (seat: number, state: DrawnSeatState): string => {
            const row = geometry.rows[geometry.rowOf[seat]!]!
            const { number, wheelchair, companionOf } = geometry.seats[seat]!
            const section = geometry.sections[row.section]!.name
            const zone = zoneOfRow(geometry, row)
            const companion = companionOf !== undefined
            return describe({ section, row: row.label, number, wheelchair, companion, zone, state })
          }
        : noWords,
    [describe, geometry],
  )

  const onMove = (seat: number): void => {
    setWanted({ geometry, seat })
    show(seat)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') zoom(1)
    else if (event.key === '-') zoom(-1)
    else if (event.key === '0') zoomOut()
    else return
    event.preventDefault()
  }

  const { platform } = geometry.free ?? {}
  const stage = platform ? null : <Stage edge={geometry.stage} />
  return (
    <div className={classes('relative flex min-h-0 flex-1 flex-col bg-sunk', className)}>
      {geometry.stage === 'top' && stage}
      <div className="relative min-h-0 flex-1" onKeyDown={onKeyDown}>
        <div
          ref={pane.ref}
          className="seat-pane absolute inset-0"
          // Scrolling by keyboard needs a tab stop.
          {...(onPress ? {} : { role: 'img', 'aria-label': label, tabIndex: pane.overflows ? 0 : undefined })}
        >
          {view && (
            <div
              className="seat-content"
              style={{ width: view.content.width, height: view.content.height, ...lengthsOf(view) }}
            >
              <Drawing
                geometry={geometry}
                states={states}
                view={view}
                label={label}
                describe={words}
                at={at}
                onMove={onMove}
                onNear={(seat) => {
                  onZone?.(zoneOfRow(geometry, geometry.rows[geometry.rowOf[seat]!]!))
                  zoomOn(seat)
                }}
                onPress={onPress && ((seat) => onPress(geometry.seats[seat]!.label))}
              />
              <SectionNames geometry={geometry} view={view} around={settled ? -1 : first} />
              {platform && <Platform {...platform} />}
            </div>
          )}
        </div>
      </div>
      {geometry.stage === 'bottom' && stage}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-0.5 desk:px-6 desk:pt-1.5 desk:pb-3">
        {legend && <div className="min-w-0 flex-1">{legend}</div>}
        {aside}
        <PaneControls
          shown={pane.overflows || pane.zoomed}
          drawn={settled}
          overflows={pane.overflows}
          canZoomIn={pane.canZoomIn}
          canZoomOut={pane.canZoomOut}
          pan={pane.pan}
          zoom={zoom}
          zoomOut={zoomOut}
        />
      </div>
    </div>
  )
}

function revealedSeat(geometry: SeatGeometry, reveal: SeatMapViewProps['reveal']): number {
  return reveal ? seatIndexOf(geometry, typeof reveal === 'string' ? reveal : reveal.seat) : -1
}

function Stage({ edge }: { edge: 'top' | 'bottom' }) {
  return (
    <div className="px-7 pt-1 desk:pt-5" aria-hidden="true">
      <div className="seat-stage mx-auto max-w-[420px]" data-edge={edge}>
        {t('seats.stage')} {spokenLanguage() === 'en' && <Deva>मंच</Deva>}
      </div>
    </div>
  )
}

const SeatButtons: SeatDrawing = (props) => {
  const { rows } = props.geometry
  const parts = useMemo(() => [{ fromRow: 0, toRow: rows.length, fromColumn: 0, toColumn: Infinity }], [rows])
  return <SeatGrid {...props} parts={parts} />
}
