import { vi } from 'vitest'

/**
 * Releases locks of the device before. Its pages are gone, but this process is not: work that waits for a timer of its
 * fake clock would hold a lock forever.
 */
export async function releaseLocks(): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  for (const { name } of held) if (name) await navigator.locks.request(name, { steal: true }, () => undefined)
}

export function grantEveryLock(): void {
  vi.spyOn(navigator.locks, 'request').mockImplementation(((...args: unknown[]) =>
    (args.at(-1) as () => unknown)()) as never)
}
