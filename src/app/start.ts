import { openStore } from '#shop/device/store.ts'
import { hasWrittenEvent } from '#storefront/catalogue/event/written-event.ts'
import { whenIdle } from '#ui/hooks/when-idle.ts'
import { load } from './chunks/load.ts'

const AGAIN_MS = 5000
/** Starts the sync after this time when the page is never idle, or not painted in the background. */
const IDLE_WITHIN_MS = 1500

/** True when the server wrote the event into the page: only then can the device's code load after the first frame. */
const drawn = hasWrittenEvent()
if (!drawn) {
  void openStore()
  load('afterLoad').catch(() => undefined)
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, IDLE_WITHIN_MS)
    whenIdle(resolve, IDLE_WITHIN_MS)
  })

export function start(): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const begin = async (): Promise<void> => {
    try {
      if (drawn) await idle()
      const { startSync } = await load('afterLoad')
      // From now on index.html does not reload a page that is left and restored.
      void openStore().then(() => (document.documentElement.dataset.whole = ''))
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
