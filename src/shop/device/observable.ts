import { onStoreReplaced, openStore } from './store.ts'
import type { Observable } from '#platform/observable/observable.ts'
import type { Store } from './store-types.ts'

/** Follows `read` across tabs, the worker and a change of store. `read` may await only tables of its store. */
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
      const forget = onStoreReplaced(start)
      start()
      return () => {
        stopped = true
        forget()
        stop?.()
      }
    },
  }
}

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
