export interface Observable<T> {
  /**
   * Calls `next` with the value once it is known, perhaps before this returns, and at each change; `error` when it
   * cannot be read. Returns the way to stop.
   */
  subscribe(next: (value: T) => void, error?: (reason: unknown) => void): () => void
}

/** An observable whose value is always known. */
export interface Value<T> extends Observable<T> {
  get(): T
}

export interface Variable<T> extends Value<T> {
  /** Subscribers are called unless it is the same value by `Object.is`. */
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
      // One subscriber may subscribe twice and stop once.
      const subscriber = (changed: T): void => next(changed)
      subscribers.add(subscriber)
      next(value)
      return () => subscribers.delete(subscriber)
    },
  }
}

/** Runs `work` for each subscriber and sends what it resolves to. */
export const promised = <T>(work: () => Promise<T>): Observable<T> => ({
  subscribe(next, error) {
    let stopped = false
    work().then(
      (value) => stopped || next(value),
      (reason: unknown) => stopped || error?.(reason),
    )
    return () => {
      stopped = true
    }
  },
})

/** Something that happens repeatedly and keeps no value. */
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
