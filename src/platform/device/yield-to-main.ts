/** Not in every browser, nor in the compiler's own description of them. */
const scheduler = (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler

/**
 * Resolves in a task of its own: a tap or a frame that waits comes first. For between two pieces of work that together
 * hold a slow phone too long; never within a transaction, which would end meanwhile. Where nobody looks (the worker)
 * it resolves at once.
 */
export function breathe(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
}

/** Starts each of these in a task of its own and waits for all. They never reject: they answer a Result. */
export async function apart<T extends readonly (() => Promise<unknown>)[]>(
  ...work: T
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const begun: Promise<unknown>[] = []
  for (const one of work) {
    if (begun.length > 0) await breathe()
    begun.push(one())
  }
  return Promise.all(begun) as never
}
