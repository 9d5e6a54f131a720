import { signal } from '../observable/observable.ts'

/** What the last request showed about the connection to the server. */
export interface Reach {
  reachable: boolean
  /** Server time minus device time in milliseconds, from the answer's Date header; null when it had none. */
  clockOffset: number | null
}

const reaches = signal<Reach>()

/** Calls `listener` after every answer and every failure to get one. Returns the way to stop. */
export const onReach = (listener: (reach: Reach) => void): (() => void) => reaches.subscribe(listener)

export const noteReach = (reach: Reach): void => reaches.send(reach)
