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
  tell: (state: CameraState) => void,
  problemOf: (error: unknown) => CameraProblem,
): CameraMachine {
  let wish: { cameraId: string | null } | null = null
  let running: { cameraId: string | null; camera: RunningCamera; ended: boolean } | null = null
  let state: CameraState = { kind: 'off' }
  let loop: Promise<void> | null = null

  const say = (next: CameraState): void => {
    state = next
    tell(next)
  }

  const isSettled = (): boolean =>
    running === null ? wish === null : wish !== null && !running.ended && running.cameraId === wish.cameraId

  const settle = async (): Promise<void> => {
    while (!isSettled()) {
      if (running) {
        say({ kind: 'stopping' })
        const { camera } = running
        running = null
        await camera.stop().catch(() => undefined)
        if (wish === null) say({ kind: 'off' })
        continue
      }
      const { cameraId } = wish!
      say({ kind: 'starting' })
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
        if (wish !== null) say({ kind: 'on' })
      } catch (error) {
        // Nobody wants this one any more: what failed does not matter.
        if (wish === null || wish.cameraId !== cameraId) continue
        wish = null
        say({ kind: 'failed', problem: problemOf(error) })
        return
      }
    }
    if (running === null && state.kind !== 'failed') say({ kind: 'off' })
  }

  /** Resolves when the latest wish has come true, or failed. */
  function go(): Promise<void> {
    loop ??= settle().then(() => {
      loop = null
      return isSettled() ? undefined : go()
    })
    return loop
  }

  return {
    run(cameraId) {
      wish = { cameraId }
      void go()
    },
    async stop() {
      wish = null
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
