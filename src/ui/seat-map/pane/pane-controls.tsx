import { memo } from 'react'
import { IconButton } from '../../controls/button.tsx'
import { classes } from '../../controls/classes.ts'
import { Icon, type IconName } from '../../controls/icon.tsx'
import { t } from '../../messages/messages.ts'
import type { Pane } from './use-pane.ts'

const directions: { name: IconName; turn: string; label: 'left' | 'up' | 'down' | 'right'; x: number; y: number }[] = [
  { name: 'chevron', turn: 'rotate-90', label: 'left', x: -1, y: 0 },
  { name: 'chevron', turn: 'rotate-180', label: 'up', x: 0, y: -1 },
  { name: 'chevron', turn: '', label: 'down', x: 0, y: 1 },
  { name: 'chevron', turn: '-rotate-90', label: 'right', x: 1, y: 0 },
]

const controlBox = 'flex rounded-control border border-control bg-raised [&>*+*]:border-l [&>*+*]:border-rule'

/** Fingers pinch and tap twice. */
const place = 'flex justify-end gap-2 max-desk:basis-full desk:ml-auto pointer-coarse:hidden'
const room = 'h-[calc(2.25rem+2px)] desk:w-[calc(17rem+4px)]'

interface PaneControlsProps extends Pick<Pane, 'overflows' | 'canZoomIn' | 'canZoomOut' | 'pan' | 'zoom' | 'zoomOut'> {
  shown: boolean
  drawn: boolean
}

/** Hidden while the whole map fits. Memoized: presses and zooms do not render it. */
export const PaneControls = memo(function PaneControls(props: PaneControlsProps) {
  const { shown, drawn, overflows, canZoomIn, canZoomOut, pan, zoom, zoomOut } = props
  if (!shown) return null
  if (!drawn) return <div className={classes(place, room)} />
  return (
    <div className={place}>
      <div role="group" aria-label={t('seats.move')} className={controlBox}>
        {directions.map(({ name, turn, label, x, y }) => (
          <IconButton
            key={label}
            label={t(`seats.move.${label}`)}
            className="h-9! w-9!"
            disabled={!overflows}
            onClick={() => pan(x, y)}
          >
            <Icon name={name} className={turn} />
          </IconButton>
        ))}
      </div>
      <div role="group" aria-label={t('seats.zoom')} className={controlBox}>
        <IconButton label={t('seats.zoom.whole')} className="h-9! w-10!" disabled={!canZoomOut} onClick={zoomOut}>
          <Icon name="expand" />
        </IconButton>
        <IconButton label={t('seats.zoom.out')} className="h-9! w-10!" disabled={!canZoomOut} onClick={() => zoom(-1)}>
          <Icon name="minus" />
        </IconButton>
        <IconButton label={t('seats.zoom.in')} className="h-9! w-10!" disabled={!canZoomIn} onClick={() => zoom(1)}>
          <Icon name="plus" />
        </IconButton>
      </div>
    </div>
  )
})
