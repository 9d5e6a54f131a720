/** Page to the waiting worker: take over now. */
export const SKIP_WAITING = 'SKIP_WAITING'
/** Page to the active worker: control me, I have no worker. */
export const CLAIM = 'mehfil-claim'
/** New worker to every page: do you still work? */
export const ALIVE_QUESTION = 'mehfil-alive?'
export const ALIVE_ANSWER = 'mehfil-alive'

/** Answers a new worker that checks whether this page works. If no page answers, the new version takes over. */
export function answerWorker(): void {
  globalThis.navigator?.serviceWorker?.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type !== ALIVE_QUESTION) return
    ;(event.source as ServiceWorker | null)?.postMessage({ type: ALIVE_ANSWER })
  })
  globalThis.navigator?.serviceWorker?.startMessages()
}
