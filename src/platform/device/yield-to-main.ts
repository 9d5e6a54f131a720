const scheduler = (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler

/** Lets the page handle input between two heavy steps. Not inside a Dexie transaction: it would auto-commit. */
export function yieldToMain(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))
}

/** Starts each piece of work in its own task and waits for all. None may reject. */
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
