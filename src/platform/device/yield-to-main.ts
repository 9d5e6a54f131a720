const scheduler = (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler

/** Lets the page handle input between two heavy steps. Not inside a Dexie transaction: it would auto-commit. */
export function yieldToMain(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
}
