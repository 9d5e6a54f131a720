import { vi } from 'vitest'

/** Puts a storage of this name in place of the browser's, and returns what it holds. */
export function stubStorage(name: 'localStorage' | 'sessionStorage', holds: Record<string, string> = {}) {
  const values = new Map(Object.entries(holds))
  vi.stubGlobal(name, {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  return values
}
