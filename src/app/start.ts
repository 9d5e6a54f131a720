import { openStore } from '#offline/store.ts'

/** After a failed download of the sync (no network, no worker yet) it is tried again, in ms. */
const AGAIN_MS = 5000

const loadSync = (): Promise<typeof import('#offline/sync.ts')> => import('#offline/sync.ts')
// Both are on their way while the first frame is being drawn; neither is needed to draw it.
void openStore()
loadSync().catch(() => undefined)

/** Keeps the device in step with the backend for as long as the page lives. Returns the way to stop. */
export function start(): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const begin = async (): Promise<void> => {
    try {
      const { startSync } = await loadSync()
      if (!stopped) stop = startSync()
    } catch {
      if (!stopped) timer = setTimeout(() => void begin(), AGAIN_MS)
    }
  }
  void begin()
  return () => {
    stopped = true
    clearTimeout(timer)
    stop?.()
  }
}
