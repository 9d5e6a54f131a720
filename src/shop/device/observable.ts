import { onStoreSwap, openStore } from './store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from './store-types.ts'

/**
 * Follows what `read` finds: across tabs and the worker, and across a change of the store itself. `read` awaits only
 * the tables of the store it is given.
 */
export function watch<T>(read: (store: Store) => Promise<T>): Observable<T> {
  return {
    subscribe(next, error = () => undefined) {
      let stop: (() => void) | undefined
      let stopped = false
      const start = () => {
        void openStore().then((store) => {
          if (stopped) return
          stop?.()
          stop = store.live(() => read(store), next, error)
        })
      }
      const forget = onStoreSwap(start)
      start()
      return () => {
        stopped = true
        forget()
        stop?.()
      }
    },
  }
}

/** The value as it is now. */
export function readOnce<T>(watched: Observable<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let stop: (() => void) | undefined
    let done = false
    const end = () => {
      done = true
      stop?.()
    }
    stop = watched.subscribe(
      (value) => {
        end()
        resolve(value)
      },
      (error) => {
        end()
        reject(error)
      },
    )
    if (done) stop()
  })
}
