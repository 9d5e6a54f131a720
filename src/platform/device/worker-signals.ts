/** What a page and its service worker say to each other. */

/** Page to waiting worker: take over now. */
export const SKIP_WAITING = 'SKIP_WAITING'
/** Page to the active worker: serve me, I have no worker. */
export const CLAIM = 'mehfil-claim'
/** New worker to every page: are you still working? */
export const ALIVE_QUESTION = 'mehfil-alive?'
/** The page's answer. */
export const ALIVE_ANSWER = 'mehfil-alive'

/**
 * Lets this page answer a new worker that asks whether it works. A page whose version is broken does not get this far:
 * when none answers, the new version takes over unasked.
 */
export function answerWorker(): void {
  globalThis.navigator?.serviceWorker?.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type !== ALIVE_QUESTION) return
    ;(event.source as ServiceWorker | null)?.postMessage({ type: ALIVE_ANSWER })
  })
  globalThis.navigator?.serviceWorker?.startMessages()
}
