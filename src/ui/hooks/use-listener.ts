import { useEffect, useEffectEvent } from 'react'

export type Source<T> = (listener: (sent: T) => void) => () => void

/** Calls the newest `listener` while mounted; a null source never sends. Make `source` outside the component. */
export function useListener<T>(source: Source<T> | null, listener: (sent: T) => void): void {
  const onSent = useEffectEvent(listener)
  useEffect(() => source?.((sent) => onSent(sent)), [source])
}
