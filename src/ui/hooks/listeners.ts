/** `subscribe` is useSyncExternalStore's; it returns the way to stop. */
export interface Listeners {
  subscribe: (listener: () => void) => () => void
  tell: () => void
}

export function makeListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: () => listeners.forEach((listener) => listener()),
  }
}
