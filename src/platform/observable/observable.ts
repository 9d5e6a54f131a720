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
