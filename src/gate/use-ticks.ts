import { useEffect, useState } from 'react'

/** Milliseconds of a clock that nobody can set (performance.now), read again every `everyMs`. */
export function useTicks(everyMs: number): number {
  const [ticks, setTicks] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setTicks(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return ticks
}
