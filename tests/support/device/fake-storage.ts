import { vi } from 'vitest'

/** Puts a storage of this name in place of the browser's, with these values, which it returns. */
export function stubStorage(name: 'localStorage' | 'sessionStorage', values = new Map<string, string>()) {
  vi.stubGlobal(name, {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  return values
}
