export interface Observable<T> {
  /** Calls `next` once the value is known, perhaps at once, and at each change. Returns the function that stops it. */
  subscribe(next: (value: T) => void, error?: (reason: unknown) => void): () => void
}

export interface Value<T> extends Observable<T> {
  get(): T
}

export interface Variable<T> extends Value<T> {
  /** Notifies unless `Object.is` finds the same value. */
  set(next: T): void
}

export function variable<T>(first: T): Variable<T> {
  let value = first
  const subscribers = new Set<(value: T) => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const subscriber of subscribers) subscriber(value)
    },
    subscribe(next) {
      // The same function may subscribe twice and stop once.
      const subscriber = (changed: T): void => next(changed)
      subscribers.add(subscriber)
      next(value)
      return () => subscribers.delete(subscriber)
    },
  }
}

/**
 * Returns a value that `start` sets for as long as it is watched: at the first subscription it begins, at the end of the
 * last it stops, and the value stays as it was.
 */
export function whileWatched<T>(first: T, start: (set: (next: T) => void) => () => void): Value<T> {
  const value = variable(first)
  let watchers = 0
  let stop: (() => void) | undefined
  return {
    get: value.get,
    subscribe(next) {
      const end = value.subscribe(next)
      watchers += 1
      if (watchers === 1) stop = start(value.set)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        end()
        watchers -= 1
        if (watchers === 0) stop?.()
      }
    },
  }
}

export interface Signal<T = void> {
  subscribe(listener: (sent: T) => void): () => void
  send(sent: T): void
}

export function signal<T = void>(): Signal<T> {
  const listeners = new Set<(sent: T) => void>()
  return {
    subscribe(listener) {
      const own = (sent: T): void => listener(sent)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    send(sent) {
      for (const listener of listeners) listener(sent)
    },
  }
}
