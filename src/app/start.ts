import { openStore } from '#shop/device/store.ts'
import { hasWrittenEvent } from '#storefront/catalogue/event/written-event.ts'
import { whenIdle } from '#ui/hooks/when-idle.ts'
import { load } from './chunks/load.ts'

const AGAIN_MS = 5000
/** A page that is never idle, or is not painted in the background, syncs after so long. */
const IDLE_WITHIN_MS = 1500

/** Without it nothing on the screen waits for the device, whose code comes after the first frame. */
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

/** Runs the sync while the page lives. Returns the way to stop. */
export function start(): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const begin = async (): Promise<void> => {
    try {
      if (drawn) await idle()
      const { startSync } = await load('afterLoad')
      // Until here index.html reloads a page that was left and is shown again.
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
