import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode'
import type { CameraProblem, RunningCamera } from './camera-machine.ts'
import { t } from '#ui/messages/messages.ts'
import { installDetector } from '../decoder/decoder.ts'

const FRAMES_PER_SECOND = 15
/** More pixels take longer and read no more codes. */
const IDEAL = { width: { ideal: 1280 }, height: { ideal: 720 } }

export interface LiveCamera extends RunningCamera {
  torch: ((on: boolean) => Promise<void>) | null
  cameraId: string | null
}

interface Inside {
  qrcode?: { secondaryDecoder?: unknown }
}

function makeScanner(elementId: string): Html5Qrcode {
  installDetector()
  const scanner = new Html5Qrcode(elementId, {
    verbose: false,
    formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    useBarCodeDetectorIfSupported: true,
  })
  // The library's own decoder would take every other frame and reads half as many codes.
  const inside = scanner as unknown as Inside
  if (inside.qrcode?.secondaryDecoder) inside.qrcode.secondaryDecoder = undefined
  return scanner
}

/** Starts a camera in that element; calls `onFrame` per frame (null: no code). Rejections are for `cameraProblemOf`. */
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
  // The decoder may still answer for a frame after the camera has stopped.
  let stopped = false
  await scanner.start(
    { facingMode: 'environment' },
    { fps: FRAMES_PER_SECOND, disableFlip: true, videoConstraints: { ...which, ...IDEAL } },
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

/** A camera without a picture counts as running after this time. */
const FIRST_PICTURE_MS = 5_000

/** Resolves when the video plays: the library does not wait, nor catch the error when it is removed earlier. */
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

/**
 * Reads the problem of a camera, which the library gives as text:
 * https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia
 */
export function cameraProblemOf(error: unknown): CameraProblem {
  if (error instanceof CameraError) return error.problem
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error)
  if (/NotAllowed|Permission|SecurityError/i.test(text)) return 'refused'
  if (/NotFound|Overconstrained|DevicesNotFound/i.test(text)) return 'none'
  if (/NotReadable|TrackStart|AbortError/i.test(text)) return 'busy'
  if (/not supported/i.test(text)) return 'insecure'
  return 'unknown'
}

/** Lists this device's cameras; their names are empty until one has run. */
export async function listCameras(): Promise<{ id: string; label: string }[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  return devices
    .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
    .map((device, index) => ({ id: device.deviceId, label: device.label || t('gate.camera.nth', { n: index + 1 }) }))
}
