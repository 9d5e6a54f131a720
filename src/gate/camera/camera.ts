import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode'
import type { CameraProblem, RunningCamera } from './camera-machine.ts'
import { t } from '#ui/messages/messages.ts'
import { installDetector } from '../decoder/decoder.ts'

/** Looks at most so many times a second; a slow phone looks as often as it can. */
const LOOKS_PER_SECOND = 15
/** More detail than this costs time and reads no more. */
const IDEAL = { width: { ideal: 1280 }, height: { ideal: 720 } }

export interface LiveCamera extends RunningCamera {
  /** Null where the camera has no light. */
  torch: ((on: boolean) => Promise<void>) | null
  cameraId: string | null
}

/** The library's parts that its types hide. */
interface Inside {
  qrcode?: { secondaryDecoder?: unknown }
}

/** html5-qrcode with our decoder in every frame. */
function makeScanner(elementId: string): Html5Qrcode {
  installDetector()
  const scanner = new Html5Qrcode(elementId, {
    verbose: false,
    formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    useBarCodeDetectorIfSupported: true,
  })
  // The library would look at every other frame with its own decoder, which reads half as many.
  const inside = scanner as unknown as Inside
  if (inside.qrcode?.secondaryDecoder) inside.qrcode.secondaryDecoder = undefined
  return scanner
}

/**
 * Starts reading codes (null: a frame without one) into the element of that id, full frame at the camera's own resolution (the style sheet gives the
 * video its natural size: the library reads as many pixels as the element has).
 */
export async function startCamera(
  elementId: string,
  cameraId: string | null,
  onFrame: (text: string | null) => void,
  ended: () => void,
): Promise<LiveCamera> {
  if (!globalThis.isSecureContext || !navigator.mediaDevices) throw new CameraError('insecure')
  const scanner = makeScanner(elementId)
  const which: MediaTrackConstraints = cameraId
    ? { deviceId: { exact: cameraId } }
    : { facingMode: { ideal: 'environment' } }
  // A frame may still be with the decoder when the camera goes: what it shows nobody holds up any more.
  let stopped = false
  await scanner.start(
    { facingMode: 'environment' },
    { fps: LOOKS_PER_SECOND, disableFlip: true, videoConstraints: { ...which, ...IDEAL } },
    (text) => {
      if (!stopped) onFrame(text)
    },
    () => {
      if (!stopped) onFrame(null)
    },
  )
  const video = document.querySelector<HTMLVideoElement>(`#${elementId} video`)
  await playing(video)
  const track = (video?.srcObject as MediaStream | null)?.getVideoTracks()[0]
  track?.addEventListener('ended', ended)
  const abilities = (track?.getCapabilities?.() ?? {}) as { torch?: boolean }
  return {
    cameraId: track?.getSettings().deviceId ?? cameraId,
    torch: abilities.torch
      ? (on) => scanner.applyVideoConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
      : null,
    works: () => track !== undefined && track.readyState === 'live' && !track.muted && video?.paused === false,
    async stop() {
      stopped = true
      track?.removeEventListener('ended', ended)
      await scanner.stop()
      scanner.clear()
    },
  }
}

/** How long a camera may take to show its first picture, in milliseconds; then it counts as running all the same. */
const FIRST_PICTURE_MS = 5_000

/** The library plays the video without waiting for it; taking that away before it plays would be an error nobody catches. */
function playing(video: HTMLVideoElement | null): Promise<void> {
  if (!video || (!video.paused && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, FIRST_PICTURE_MS)
    video.addEventListener('playing', () => resolve(), { once: true })
  })
}

class CameraError extends Error {
  readonly problem: CameraProblem
  constructor(problem: CameraProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Names of https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia; the library hands them on as text. */
export function cameraProblemOf(error: unknown): CameraProblem {
  if (error instanceof CameraError) return error.problem
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error)
  if (/NotAllowed|Permission|SecurityError/i.test(text)) return 'refused'
  if (/NotFound|Overconstrained|DevicesNotFound/i.test(text)) return 'none'
  if (/NotReadable|TrackStart|AbortError/i.test(text)) return 'busy'
  if (/not supported/i.test(text)) return 'insecure'
  return 'unknown'
}

/** The cameras of this device; names are known once one of them has run. */
export async function listCameras(): Promise<{ id: string; label: string }[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  return devices
    .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
    .map((device, index) => ({ id: device.deviceId, label: device.label || t('gate.camera.nth', { n: index + 1 }) }))
}
