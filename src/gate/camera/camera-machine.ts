export type CameraProblem =
  | 'refused'
  | 'none'
  | 'busy'
  /** Browsers give cameras only to pages of https or localhost. */
  | 'insecure'
  | 'unknown'

export type CameraState =
  | { kind: 'off' }
  | { kind: 'starting' }
  | { kind: 'on' }
  | { kind: 'stopping' }
  | { kind: 'failed'; problem: CameraProblem }

export interface RunningCamera {
  stop(): Promise<void>
  /** False once it gives no frames any more, with or without an event. */
  works?(): boolean
}

/** Starts a camera (null: the one at the back). Calls `ended` when it stops by itself. */
export type StartCamera = (cameraId: string | null, ended: () => void) => Promise<RunningCamera>

export interface CameraMachine {
  run(cameraId: string | null): void
  stop(): Promise<void>
  /** Restarts a camera that stopped without an event, as on a phone whose app was in the background. */
  check(): void
  state(): CameraState
}

/** Runs one step at a time until the camera is as last requested: html5-qrcode throws when stopped while it starts. */
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
        if (wanted === null || wanted.cameraId !== cameraId) continue
        wanted = null
        setState({ kind: 'failed', problem: problemOf(error) })
        return
      }
    }
    if (running === null && state.kind !== 'failed') setState({ kind: 'off' })
  }

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
