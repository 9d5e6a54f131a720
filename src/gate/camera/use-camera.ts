import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { readStored, writeStored } from '#platform/device/stored.ts'
import { dropHost, makeHost } from './camera-host.ts'
import { cameraMachine, type CameraMachine, type CameraState } from './camera-machine.ts'
import { cameraProblemOf, listCameras, startCamera, type LiveCamera } from './camera.ts'

export interface Camera {
  host: HTMLElement
  state: CameraState
  torch: { on: boolean; toggle: () => void } | null
  cameras: { id: string; label: string }[]
  cameraId: string | null
  choose: (id: string) => void
  retry: () => void
}

const remembered = (): string | null => readStored('gateCamera')

/** Runs the camera while `wanted` and the page is visible. Calls `onFrame` with each frame's code, null for none. */
export function useCamera(wanted: boolean, onFrame: (text: string | null) => void): Camera {
  const elementId = `camera${useId().replaceAll(/[^a-zA-Z0-9]/g, '')}`
  const [host] = useState(() => makeHost(elementId))
  const [state, setState] = useState<CameraState>({ kind: 'off' })
  const [live, setLive] = useState<LiveCamera | null>(null)
  const [torchOn, setTorchOn] = useState(false)
  const [cameras, setCameras] = useState<{ id: string; label: string }[]>([])
  const [chosen, setChosen] = useState(remembered)
  const machine = useRef<CameraMachine | null>(null)
  const read = useEffectEvent(onFrame)

  useEffect(() => {
    if (!wanted) return
    let gone = false
    const mine = cameraMachine(
      async (cameraId, ended) => {
        const started = await startCamera(elementId, cameraId, (text) => read(text), ended)
        if (!gone) {
          setLive(started)
          setTorchOn(false)
          void listCameras().then((found) => !gone && setCameras(found))
        }
        return {
          works: started.works,
          async stop() {
            if (!gone) setLive(null)
            await started.stop()
          },
        }
      },
      (next) => !gone && setState(next),
      cameraProblemOf,
    )
    machine.current = mine
    const follow = (): void => {
      if (document.visibilityState !== 'visible') return void mine.stop()
      mine.run(remembered())
      mine.check()
    }
    document.addEventListener('visibilitychange', follow)
    // An installed iOS app may come back, or be interrupted by a call, without a visibilitychange.
    addEventListener('pageshow', follow)
    const check = (): void => mine.check()
    addEventListener('focus', check)
    follow()
    return () => {
      gone = true
      machine.current = null
      document.removeEventListener('visibilitychange', follow)
      removeEventListener('pageshow', follow)
      removeEventListener('focus', check)
      setLive(null)
      void mine.stop().then(() => dropHost(host))
    }
  }, [wanted, elementId, host])

  const choose = useCallback((id: string) => {
    writeStored('gateCamera', id)
    setChosen(id)
    machine.current?.run(id)
  }, [])
  const retry = useCallback(() => {
    // A remembered camera may have been unplugged.
    if (machine.current?.state().kind === 'failed') writeStored('gateCamera', null)
    machine.current?.run(remembered())
  }, [])

  const torch = live?.torch
  return {
    host,
    state,
    torch: torch
      ? {
          on: torchOn,
          toggle: () => {
            torch(!torchOn).then(
              () => setTorchOn(!torchOn),
              () => undefined,
            )
          },
        }
      : null,
    cameras,
    cameraId: live?.cameraId ?? chosen,
    choose,
    retry,
  }
}
