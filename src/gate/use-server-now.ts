import { useEffect, useState } from 'react'
import { serverOffset } from '#shop/gate/setup.store.ts'
import { useNow } from '#ui/hooks/use-now.ts'

/** The server's time in milliseconds, read again every `everyMs`, and how far this device's clock is behind it. */
export function useServerNow(everyMs: number): { now: number; offset: number } {
  const now = useNow(everyMs)
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    let gone = false
    // What the last answer said may have come since.
    void serverOffset().then((known) => !gone && setOffset(known ?? 0))
    return () => {
      gone = true
    }
  }, [now])
  return { now: now + offset, offset }
}
