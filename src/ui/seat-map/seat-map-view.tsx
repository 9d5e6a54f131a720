import { useEffect, useMemo, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { frontSeat, layOutSeats, seatIndexOf, type SeatGeometry } from '#domain/seat-geometry.ts'
import type { SeatMap } from '#domain/seat-map.ts'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { Deva } from '../deva.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { spokenLanguage } from '#ui/language.ts'
import { t } from '../messages/messages.ts'
import '#ui/messages/with/seats.ts'
import { gapAt } from './pane-zoom.ts'
import { SeatButtons } from './seat-buttons.tsx'
import { SeatCanvas } from './seat-canvas.tsx'
import { mostSeatButtons, statesOf, type SeatDrawing, type SeatState } from './seat-drawing.ts'
import { usePane, type Pane } from './use-pane.ts'
import './seat-map.css'

/** What is read out for a seat; `section` is null where there is none. */
export interface SeatWords {
  section: string | null
  row: string
  number: number
  wheelchair: boolean
  state: SeatState
}

export interface SeatMapViewProps {
  map: SeatMap
  /** Name of the grid, or of the picture when nothing can be pressed. */
  label: string
  taken: ReadonlySet<string>
  selected?: ReadonlySet<string>
  inCart?: ReadonlySet<string>
  lost?: ReadonlySet<string>
  /** Must be stable while its words stay: every seat is named anew when it changes. */
  describe?: (seat: SeatWords) => string
  /** Somebody pressed a seat, in whatever state. Without it the map is a picture that scrolls and zooms. */
  onPress?: (label: string) => void
  /**
   * When this changes, the seat is scrolled into sight and gets the tab stop. A new object does it again for the same
   * seat.
   */
  reveal?: string | { seat: string } | null
  /** Stands below the seats. */
  legend?: ReactNode
  /** Stands beside the buttons for zoom and pan. */
  aside?: ReactNode
  className?: string
}

const noWords = (): string => ''

/** The seats of a map with the stage, zoom and pan; how they are drawn depends on how many there are. */
export function SeatMapView(props: SeatMapViewProps) {
  const { map, label, taken, selected, inCart, lost, describe, onPress, reveal, legend, aside, className } = props
  const geometry = useMemo(() => layOutSeats(map), [map])
  const states = useMemo(
    () => statesOf(geometry, { taken, selected, inCart, lost }),
    [geometry, taken, selected, inCart, lost],
  )
  const drawnAsButtons = !!onPress && geometry.seats.length <= mostSeatButtons
  const Drawing: SeatDrawing = drawnAsButtons ? SeatButtons : SeatCanvas

  const [wanted, setWanted] = useState<{ geometry: SeatGeometry; seat: number } | null>(null)
  const first = useMemo(() => {
    const revealed = revealedSeat(geometry, reveal)
    return revealed >= 0 ? revealed : frontSeat(geometry)
  }, [geometry, reveal])
  const at = wanted?.geometry === geometry ? wanted.seat : first
  const pane = usePane(geometry, drawnAsButtons ? 'choosing' : 'whole', first, !onPress)
  const { view, show, zoom, zoomOut } = pane

  useEffect(() => {
    const seat = revealedSeat(geometry, reveal)
    if (seat < 0) return
    setWanted({ geometry, seat })
    show(seat)
  }, [geometry, reveal, show])

  const words = useMemo(
    () =>
      describe
        ? (seat: number, state: SeatState): string => {
            const row = geometry.rows[geometry.rowOf[seat]!]!
            const { number, wheelchair } = geometry.seats[seat]!
            const section = geometry.sections[row.section]!.name
            return describe({ section, row: row.label, number, wheelchair, state })
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

  const stage = <Stage edge={geometry.stage} />
  return (
    <div className={classes('relative flex min-h-0 flex-1 flex-col bg-sunk', className)}>
      {geometry.stage === 'top' && stage}
      <div className="relative min-h-0 flex-1" onKeyDown={onKeyDown}>
        <div
          ref={pane.ref}
          className="seat-pane absolute inset-0"
          // A picture that scrolls has to be reached by the keyboard.
          {...(onPress ? {} : { role: 'img', 'aria-label': label, tabIndex: pane.overflows ? 0 : undefined })}
        >
          {view && (
            <div
              className="seat-content"
              style={
                {
                  width: view.content.width,
                  height: view.content.height,
                  '--pitch': `${view.pitch}px`,
                  '--seat': `${view.pitch - gapAt(view.pitch)}px`,
                  '--seat-type': view.pitch >= 38 ? '13px' : '12px',
                  '--origin-x': `${view.content.originX}px`,
                  '--origin-y': `${view.content.originY}px`,
                } as CSSProperties
              }
            >
              <Drawing
                geometry={geometry}
                states={states}
                view={view}
                label={label}
                describe={words}
                at={at}
                onMove={onMove}
                onNear={pane.zoomOn}
                onPress={onPress && ((seat) => onPress(geometry.seats[seat]!.label))}
              />
              <SectionNames geometry={geometry} pitch={view.pitch} />
            </div>
          )}
        </div>
      </div>
      {geometry.stage === 'bottom' && stage}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5 desk:px-6 desk:pb-3">
        {legend && <div className="min-w-0 flex-1">{legend}</div>}
        {aside}
        <PaneControls pane={pane} />
      </div>
    </div>
  )
}

function revealedSeat(geometry: SeatGeometry, reveal: SeatMapViewProps['reveal']): number {
  return reveal ? seatIndexOf(geometry, typeof reveal === 'string' ? reveal : reveal.seat) : -1
}

function Stage({ edge }: { edge: 'top' | 'bottom' }) {
  return (
    <div className="px-7 pt-3 desk:pt-5" aria-hidden="true">
      <div className="seat-stage mx-auto max-w-[420px]" data-edge={edge}>
        {t('seats.stage')} {spokenLanguage() === 'en' && <Deva>मंच</Deva>}
      </div>
    </div>
  )
}

/** Below this pitch there is no room above the rows: a name stands on its section instead. */
const smallestNameRoom = 16

function SectionNames({ geometry, pitch }: { geometry: SeatGeometry; pitch: number }) {
  return geometry.sections.map(
    ({ name, x, y, width, firstRow, endRow }, index) =>
      name !== null && (
        <div
          key={index}
          aria-hidden="true"
          className={pitch < smallestNameRoom ? 'seat-section seat-section-far' : 'seat-section'}
          style={{ '--row': y, '--column': x, '--across': width, '--down': endRow - firstRow } as CSSProperties}
        >
          <span>{name}</span>
        </div>
      ),
  )
}

const directions: { name: IconName; turn: string; label: 'left' | 'up' | 'down' | 'right'; x: number; y: number }[] = [
  { name: 'chevron', turn: 'rotate-90', label: 'left', x: -1, y: 0 },
  { name: 'chevron', turn: 'rotate-180', label: 'up', x: 0, y: -1 },
  { name: 'chevron', turn: '', label: 'down', x: 0, y: 1 },
  { name: 'chevron', turn: '-rotate-90', label: 'right', x: 1, y: 0 },
]

const controlBox = 'flex rounded-control border border-control bg-raised [&>*+*]:border-l [&>*+*]:border-rule'

/** Everything that gestures do, for those who cannot make them. Not shown while the whole map stands in its pane. */
function PaneControls({ pane }: { pane: Pane }) {
  if (!pane.overflows && !pane.zoomed) return null
  return (
    <div className="flex justify-end gap-2 max-desk:basis-full desk:ml-auto">
      <div role="group" aria-label={t('seats.move')} className={controlBox}>
        {directions.map(({ name, turn, label, x, y }) => (
          <IconButton
            key={label}
            label={t(`seats.move.${label}`)}
            className="h-10! w-9!"
            disabled={!pane.overflows}
            onClick={() => pane.pan(x, y)}
          >
            <Icon name={name} className={turn} />
          </IconButton>
        ))}
      </div>
      <div role="group" aria-label={t('seats.zoom')} className={controlBox}>
        <IconButton
          label={t('seats.zoom.whole')}
          className="size-10!"
          disabled={!pane.canZoomOut}
          onClick={pane.zoomOut}
        >
          <Icon name="expand" />
        </IconButton>
        <IconButton
          label={t('seats.zoom.out')}
          className="size-10!"
          disabled={!pane.canZoomOut}
          onClick={() => pane.zoom(-1)}
        >
          <Icon name="minus" />
        </IconButton>
        <IconButton
          label={t('seats.zoom.in')}
          className="size-10!"
          disabled={!pane.canZoomIn}
          onClick={() => pane.zoom(1)}
        >
          <Icon name="plus" />
        </IconButton>
      </div>
    </div>
  )
}
