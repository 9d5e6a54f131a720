/** Not in every browser, nor in TypeScript's library. */
const scheduler = (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler

/**
 * Lets taps and frames be handled between two heavy steps. Ends a transaction of the device's store. Resolves at once
 * in the worker.
 */
export function yieldToMain(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
}

/** Starts each piece of work in a task of its own and waits for all. None may reject. */
export async function startStaggered<T extends readonly (() => Promise<unknown>)[]>(
  ...work: T
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const begun: Promise<unknown>[] = []
  for (const one of work) {
    if (begun.length > 0) await yieldToMain()
    begun.push(one())
  }
  return Promise.all(begun) as never
}
