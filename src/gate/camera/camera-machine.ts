/** What is wrong with the camera, as far as the person can do something about it. */
export type CameraProblem =
  /** The person or the device's settings said no. */
  | 'refused'
  | 'none'
  /** Another app has it. */
  | 'busy'
  /** Cameras are given to pages served over https (or localhost) only. */
  | 'insecure'
  | 'unknown'

export type CameraState =
  | { kind: 'off' }
  | { kind: 'starting' }
  | { kind: 'on' }
  | { kind: 'stopping' }
  | { kind: 'failed'; problem: CameraProblem }

/** One running camera. */
export interface RunningCamera {
  stop(): Promise<void>
  /** False once it gives no frames any more, whether it said so or not. */
  works?(): boolean
}

/** Starts a camera (null: the one that looks away from the person). `ended`: it stopped by itself. */
export type StartCamera = (cameraId: string | null, ended: () => void) => Promise<RunningCamera>

export interface CameraMachine {
  /** Asks for this camera; calling again after a failure tries again. */
  run(cameraId: string | null): void
  /** Asks for no camera. Resolves when it is off. */
  stop(): Promise<void>
  /** Starts the camera anew when it stopped without saying so, as a phone does to an app behind others. */
  check(): void
  state(): CameraState
}

/**
 * The one place that starts and stops the camera. html5-qrcode throws when it is stopped while it starts, and a page may
 * ask for anything at any time (React mounts twice in development, tabs are hidden, screens lock): wishes are noted, and
 * one loop brings the camera to the latest of them, a step at a time.
 */
export function cameraMachine(
  start: StartCamera,
  onState: (state: CameraState) => void,
  problemOf: (error: unknown) => CameraProblem,
): CameraMachine {
  let wanted: { cameraId: string | null } | null = null
  let running: { cameraId: string | null; camera: RunningCamera; ended: boolean } | null = null
  let state: CameraState = { kind: 'off' }
  let loop: Promise<void> | null = null

  const setState = (next: CameraState): void => {
    state = next
    onState(next)
  }

  const isSettled = (): boolean =>
    running === null ? wanted === null : wanted !== null && !running.ended && running.cameraId === wanted.cameraId

  const settle = async (): Promise<void> => {
    while (!isSettled()) {
      if (running) {
        setState({ kind: 'stopping' })
        const { camera } = running
        running = null
        await camera.stop().catch(() => undefined)
        if (wanted === null) setState({ kind: 'off' })
        continue
      }
      const { cameraId } = wanted!
      setState({ kind: 'starting' })
      try {
        const mine = { cameraId, ended: false }
        const camera = await start(cameraId, () => {
          mine.ended = true
          if (running && running.camera === camera) {
            running.ended = true
            void go()
          }
        })
        running = { cameraId, camera, ended: mine.ended }
        if (wanted !== null) setState({ kind: 'on' })
      } catch (error) {
        // Nobody wants this one any more: what failed does not matter.
        if (wanted === null || wanted.cameraId !== cameraId) continue
        wanted = null
        setState({ kind: 'failed', problem: problemOf(error) })
        return
      }
    }
    if (running === null && state.kind !== 'failed') setState({ kind: 'off' })
  }

  /** Resolves when the latest wanted has come true, or failed. */
  function go(): Promise<void> {
    loop ??= settle().then(() => {
      loop = null
      return isSettled() ? undefined : go()
    })
    return loop
  }

  return {
    run(cameraId) {
      wanted = { cameraId }
      void go()
    },
    async stop() {
      wanted = null
      await go()
    },
    check() {
      if (running?.camera.works?.() !== false) return
      running.ended = true
      void go()
    },
    state: () => state,
  }
}
