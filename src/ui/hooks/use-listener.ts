import { useEffect, useEffectEvent } from 'react'

/** Returns the way to stop. */
export type Source<T> = (listener: (sent: T) => void) => () => void

/**
 * Calls the newest `listener` with what `source` sends while mounted; null sends nothing. Make the source outside the
 * component: another one replaces it.
 */
export function useListener<T>(source: Source<T> | null, listener: (sent: T) => void): void {
  const onSent = useEffectEvent(listener)
  useEffect(() => source?.((sent) => onSent(sent)), [source])
}
