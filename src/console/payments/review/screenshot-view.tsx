import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { downloadScreenshot } from '#shop/payments/review.api.ts'
import { MAX_PICTURE_PIXELS, pixelsOf } from '#shop/pictures/picture-format.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { toast } from '#ui/toast.tsx'
import { useKeydown } from '../../kit/use-keydown.ts'

/** 1 is the width of the frame. */
const ZOOM_MIN = 0.5
const MAX_ZOOM = 3
const ZOOM_STEP = 0.25

export function nextZoom(zoom: number, direction: 1 | -1): number {
  return Math.min(MAX_ZOOM, Math.max(ZOOM_MIN, zoom + direction * ZOOM_STEP))
}

/** Readable at zoom 3, and small enough for the canvas of a phone. */
const MAX_SIDE_PIXELS = 2_400

function onFullScreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

type Picture = { state: 'loading' | 'failed' | 'none' | 'too-large' } | { state: 'shown'; bitmap: ImageBitmap }

/** Draws the decoded pixels on a canvas: for security, an uploaded file is never opened as a document. */
export function ScreenshotView({ path, name, missing }: { path: string | null; name: string; missing: string }) {
  if (path === null) return <Missing>{missing}</Missing>
  return <Screenshot key={path} path={path} name={name} missing={missing} />
}

const Missing = ({ children }: { children: string }) => (
  <div className="grid h-[200px] place-content-center rounded-control bg-sunk p-4">
    <p className="text-2 text-muted">{children}</p>
  </div>
)

function Screenshot({ path, name, missing }: { path: string; name: string; missing: string }) {
  const [picture, setPicture] = useState<Picture>({ state: 'loading' })
  const [zoom, setZoom] = useState(1)
  const [well, setWell] = useState<HTMLDivElement | null>(null)
  const fullScreenElement = useSyncExternalStore(onFullScreen, () => document.fullscreenElement)
  /** Covers the window where elements have no full screen (iPhone). */
  const [covering, setCovering] = useState(false)
  const full = covering || (fullScreenElement !== null && fullScreenElement === well)
  /** Counts loads, to drop a picture that arrives late. */
  const turn = useRef(0)

  const load = useCallback(async () => {
    const mine = ++turn.current
    const found = await decode(path)
    if (mine !== turn.current) return found.state === 'shown' && found.bitmap.close()
    if (found.state === 'failed') toast.error('Error loading screenshot', { id: 'screenshot' })
    setPicture(found)
  }, [path])

  useEffect(() => {
    const turns = turn
    void load()
    return () => {
      turns.current++
    }
  }, [load])

  // Escape leaves full screen, not the dialog.
  useKeydown(
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (document.fullscreenElement) void document.exitFullscreen()
      else setCovering(false)
    },
    { on: full, capture: true },
  )

  const toggleFull = async () => {
    if (document.fullscreenElement) return document.exitFullscreen()
    if (covering) return setCovering(false)
    try {
      if (!well?.requestFullscreen) throw new Error('no full screen for elements')
      await well.requestFullscreen()
    } catch {
      setCovering(true)
    }
  }

  if (picture.state === 'none') return <Missing>{missing}</Missing>
  return (
    <div
      ref={setWell}
      className={classes(
        'flex min-w-0 flex-col rounded-control bg-sunk',
        full && 'fixed inset-0 z-50 h-dvh w-dvw rounded-none',
      )}
    >
      {/* Focusable, so that the keyboard scrolls a picture larger than its frame. */}
      <div
        tabIndex={picture.state === 'shown' ? 0 : undefined}
        role="group"
        aria-label="Screenshot"
        className={classes('grid overflow-auto p-3', full ? 'min-h-0 flex-1' : 'h-[min(420px,60dvh)]')}
      >
        {picture.state === 'shown' ? (
          <Drawing bitmap={picture.bitmap} zoom={zoom} full={full} label={`Payment screenshot of ${name}`} />
        ) : picture.state === 'failed' ? (
          <div className="grid place-content-center justify-items-start gap-3" role="alert">
            <p className="text-2">Error loading screenshot</p>
            <Button
              kind="line"
              small
              onClick={() => {
                setPicture({ state: 'loading' })
                void load()
              }}
            >
              Try Again
            </Button>
          </div>
        ) : picture.state === 'too-large' ? (
          <p className="max-w-[40ch] place-self-center text-2" role="alert">
            This file says that it is a picture of more than {MAX_PICTURE_PIXELS / 1_000_000} million pixels. It is not
            opened, because that could stop this page.
          </p>
        ) : (
          <p className="place-self-center text-2 text-muted" role="status">
            Loading the screenshot…
          </p>
        )}
      </div>
      <div className="flex items-center justify-center gap-0.5 pb-2">
        <IconButton
          label="Zoom out"
          disabled={picture.state !== 'shown' || zoom <= ZOOM_MIN}
          onClick={() => setZoom((now) => nextZoom(now, -1))}
        >
          <Icon name="minus" />
        </IconButton>
        <button
          type="button"
          className="min-h-9 min-w-[52px] cursor-pointer rounded-control text-1 tabular-nums"
          aria-label={`Zoom ${Math.round(zoom * 100)} percent, back to 100 percent`}
          onClick={() => setZoom(1)}
        >
          {Math.round(zoom * 100)}%
        </button>
        <IconButton
          label="Zoom in"
          disabled={picture.state !== 'shown' || zoom >= MAX_ZOOM}
          onClick={() => setZoom((now) => nextZoom(now, 1))}
        >
          <Icon name="plus" />
        </IconButton>
        <IconButton
          label={full ? 'Leave full screen' : 'Full screen'}
          aria-pressed={full}
          disabled={picture.state !== 'shown'}
          onClick={toggleFull}
        >
          <Icon name={full ? 'close' : 'expand'} />
        </IconButton>
      </div>
    </div>
  )
}

function Drawing({ bitmap, zoom, full, label }: { bitmap: ImageBitmap; zoom: number; full: boolean; label: string }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      const context = canvas?.getContext('2d')
      if (!canvas || !context) return
      const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height))
      canvas.width = Math.max(1, Math.round(bitmap.width * scale))
      canvas.height = Math.max(1, Math.round(bitmap.height * scale))
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    },
    [bitmap],
  )
  // At zoom 1 the picture is as wide as its frame; in full screen all of it is visible.
  const size = full
    ? { height: `calc((100dvh - 92px) * ${zoom})`, width: 'auto' }
    : { width: `${zoom * 100}%`, height: 'auto' }
  return (
    <canvas
      ref={draw}
      role="img"
      aria-label={label}
      style={size}
      className="m-auto block max-w-none ring-1 ring-rule"
    />
  )
}

/** Checks the size before it decodes: a hosted shop stores any picture of up to 5 MB. */
async function decode(path: string): Promise<Picture> {
  const file = await downloadScreenshot(path)
  if (!file.ok) return { state: file.failure.code === 'not_found' ? 'none' : 'failed' }
  try {
    const pixels = pixelsOf(new Uint8Array(await file.value.arrayBuffer()))
    if (pixels !== null && pixels > MAX_PICTURE_PIXELS) return { state: 'too-large' }
    return { state: 'shown', bitmap: await createImageBitmap(file.value) }
  } catch {
    return { state: 'failed' }
  }
}
