/** What the last request told about the way to the server. */
export interface Reach {
  reachable: boolean
  /** Server time minus device time in milliseconds, from the answer's Date header; null when it had none. */
  clockOffset: number | null
}

const listeners = new Set<(reach: Reach) => void>()

/** Calls `listener` after every answer and every failure to get one. Returns the way to stop. */
export function onReach(listener: (reach: Reach) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteReach(reach: Reach): void {
  for (const listener of listeners) listener(reach)
}
