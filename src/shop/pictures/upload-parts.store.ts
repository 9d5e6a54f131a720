const parts = new Map<string, number>()
const listeners = new Set<(parts: ReadonlyMap<string, number>) => void>()

/** Notes which part (0..1) of an order's picture has left; null when the upload is over. */
export function noteProgress(orderId: string, part: number | null): void {
  if (part === null) parts.delete(orderId)
  else parts.set(orderId, part)
  for (const listener of listeners) listener(parts)
}

/** Follows the uploads of this page. They are not stored: a write for every packet would cost more than the picture. */
export function watchProgress(listener: (parts: ReadonlyMap<string, number>) => void): () => void {
  listeners.add(listener)
  listener(parts)
  return () => listeners.delete(listener)
}
