/** Not in every browser, nor in the compiler's own description of them. */
const scheduler = (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler

/**
 * Yields to the event loop, so that taps and frames are handled between two heavy steps. Not inside a transaction of the
 * device's store: it would end meanwhile. Resolves at once in the worker, which has no page.
 */
export function yieldToMain(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
}

/** Starts each piece of work in a task of its own and waits for all. None of them may reject. */
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
