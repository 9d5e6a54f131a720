import { useEffect, useEffectEvent } from 'react'

export function useToastWhen(condition: boolean, show: () => unknown): void {
  const showNow = useEffectEvent(show)
  useEffect(() => {
    if (condition) showNow()
  }, [condition])
}
