import { openStore } from '#shop/device/store.ts'
import { hasWrittenEvent } from '#storefront/catalogue/event/written-event.ts'
import { whenIdle } from '#ui/hooks/when-idle.ts'
import { load } from './chunks/load.ts'

/** After a failed download of the sync (no network, no worker yet) it is tried again, in ms. */
const AGAIN_MS = 5000
/** A page that is never idle, or never painted because nobody looks at it, syncs after this many ms all the same. */
const IDLE_WITHIN_MS = 1500

/** Nothing on the screen waits for the device: then its code comes after the page has been drawn. */
const drawn = hasWrittenEvent()
if (!drawn) {
  // Both are on their way while the first frame is being drawn; neither is needed to draw it.
  void openStore()
  load('afterLoad').catch(() => undefined)
}

/** Resolves when the page has been painted and has nothing else to do. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, IDLE_WITHIN_MS)
    whenIdle(resolve, IDLE_WITHIN_MS)
  })

/** Keeps the device in step with the backend for as long as the page lives. Returns the way to stop. */
export function start(): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const begin = async (): Promise<void> => {
    try {
      if (drawn) await idle()
      const { startSync } = await load('afterLoad')
      // Until here index.html loads a page anew that was left and is shown again.
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
