import { useEffect } from 'react'
import { rememberReturn } from './tab-memory.ts'

/** Remembers `path` as the page to go to after signing in; null changes nothing. */
export function useRememberReturn(path: string | null): void {
  useEffect(() => {
    if (path !== null) rememberReturn(path)
  }, [path])
}
