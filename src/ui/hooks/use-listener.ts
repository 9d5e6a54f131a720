import { useEffect, useEffectEvent } from 'react'

/** Calls the listener with each thing that happens. Returns the way to stop. */
export type Source<T> = (listener: (sent: T) => void) => () => void

/**
 * Calls the newest `listener` with what `source` sends while this is mounted. Null sends nothing; another source takes the
 * place of the first, so make it outside the component.
 */
export function useListener<T>(source: Source<T> | null, listener: (sent: T) => void): void {
  const onSent = useEffectEvent(listener)
  useEffect(() => source?.((sent) => onSent(sent)), [source])
}
