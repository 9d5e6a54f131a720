import { useCallback, type ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { placeHost } from './camera-host.ts'
import type { Camera } from './use-camera.ts'

export function CameraView({ camera }: { camera: Camera }) {
  const { host, state } = camera
  const place = useCallback((box: HTMLElement | null) => (box ? placeHost(host, box) : undefined), [host])
  return (
    <div ref={place} className="relative min-h-0 flex-1 overflow-hidden bg-qr-ink" data-camera={state.kind}>
      {state.kind === 'failed' ? (
        <div role="alert" className="absolute inset-0 grid content-center gap-4 bg-sunk px-4 text-ink">
          <p className="max-w-[42ch]">{t(`gate.camera.${state.problem}`)}</p>
          <div>
            <Button kind="solid" onClick={camera.retry}>
              {t('gate.camera.again')}
            </Button>
          </div>
        </div>
      ) : (
        <Frame />
      )}
      {state.kind !== 'failed' && (
        <div className="absolute top-2 right-2 flex gap-1">
          {camera.torch && (
            <CameraButton
              label={t(camera.torch.on ? 'gate.camera.torchOff' : 'gate.camera.torchOn')}
              on={camera.torch.on}
              onClick={camera.torch.toggle}
            >
              <Icon name="torch" />
            </CameraButton>
          )}
          {camera.cameras.length > 1 && (
            <CameraButton
              label={t('gate.camera.switch', { name: nameOf(camera) })}
              onClick={() => camera.choose(nextOf(camera))}
            >
              <Icon name="camera" />
            </CameraButton>
          )}
        </div>
      )}
    </div>
  )
}

const nameOf = (camera: Camera): string =>
  camera.cameras.find((one) => one.id === camera.cameraId)?.label ?? t('gate.camera.first')

function nextOf({ cameras, cameraId }: Camera): string {
  const at = cameras.findIndex((one) => one.id === cameraId)
  return cameras[(at + 1) % cameras.length]!.id
}

function CameraButton({
  label,
  on,
  onClick,
  children,
}: {
  label: string
  on?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={on}
      onClick={onClick}
      className="grid size-11 cursor-pointer place-items-center rounded-control bg-qr-ink/55 text-qr-paper focus-visible:outline-qr-paper"
    >
      {children}
    </button>
  )
}

function Frame() {
  return (
    <svg
      viewBox="0 0 230 230"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-1/2 w-[min(64vw,300px)] -translate-x-1/2 -translate-y-1/2 fill-none stroke-accent"
      strokeWidth="3"
    >
      <path d="M1.5 37V1.5H37M193 1.5h35.5V37M228.5 193v35.5H193M37 228.5H1.5V193" />
    </svg>
  )
}
