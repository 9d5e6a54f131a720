import { variable } from '#platform/observable/observable.ts'

const parts = variable<ReadonlyMap<string, number>>(new Map())

/** `part` is 0 to 1; null when the upload is over. */
export function noteProgress(orderId: string, part: number | null): void {
  const next = new Map(parts.get())
  if (part === null) next.delete(orderId)
  else next.set(orderId, part)
  parts.set(next)
}

/** Calls the listener with the parts sent. Not stored: a write for every packet would cost more than the picture. */
export const watchProgress = (listener: (parts: ReadonlyMap<string, number>) => void): (() => void) =>
  parts.subscribe(listener)
