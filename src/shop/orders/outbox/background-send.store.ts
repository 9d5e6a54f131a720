/** Background Sync tag under which the service worker drains the outbox. */
export const BACKGROUND_SEND_TAG = 'mehfil-outbox'

interface SyncManager {
  register(tag: string): Promise<void>
}

/** Lets Chromium wake the service worker when online, even without a tab. Failure is harmless: the next visit sends. */
export function askForBackgroundSend(): void {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return
  container.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(BACKGROUND_SEND_TAG))
    .catch(() => undefined)
}

/** True when waiting submissions are sent without an open page. */
export const canSendInBackground = (): boolean =>
  typeof globalThis.navigator?.serviceWorker !== 'undefined' && 'SyncManager' in globalThis
