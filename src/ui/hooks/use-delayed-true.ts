import { useEffect, useState } from 'react'

export function useDelayedTrue(condition: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [condition, ms])
  return condition && lasting
}
