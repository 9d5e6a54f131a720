import { useEffect, useEffectEvent } from 'react'

/** Calls `show`, which shows a toast, each time `condition` becomes true. */
export function useToastWhen(condition: boolean, show: () => unknown): void {
  const showNow = useEffectEvent(show)
  useEffect(() => {
    if (condition) showNow()
  }, [condition])
}
