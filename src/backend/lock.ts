/**
 * Runs `work` alone under `name`: across all tabs and the service worker where the browser has Web Locks, otherwise
 * (an insecure origin) alone in this page. What must not happen twice is idempotent on the server as well, so the
 * weaker promise there costs a repeated request, never a repeated payment.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  return locks ? (locks.request(name, work) as Promise<T>) : alone(name, work)
}

const queues = new Map<string, Promise<unknown>>()

function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  queues.set(
    name,
    mine.catch(() => undefined),
  )
  return mine
}
