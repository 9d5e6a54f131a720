/** Name of the Background Sync registration under which the service worker empties the outbox. */
export const BACKGROUND_SEND_TAG = 'mehfil-outbox'

interface SyncManager {
  register(tag: string): Promise<void>
}

/**
 * Asks the browser to wake the service worker when there is a network, even with no tab open. Chromium can; elsewhere
 * the next visit sends. Never in anybody's way: the submission is on the device already.
 */
export function askForBackgroundSend(): void {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return
  container.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(BACKGROUND_SEND_TAG))
    .catch(() => undefined)
}

/** Whether what waits leaves without a page of the shop open; elsewhere somebody has to open it again. */
export const canSendInBackground = (): boolean =>
  typeof globalThis.navigator?.serviceWorker !== 'undefined' && 'SyncManager' in globalThis
