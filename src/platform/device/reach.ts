import { signal } from '../observable/observable.ts'

export interface Reach {
  reachable: boolean
  /** Server time minus device time in ms, from the Date header; null without one. */
  clockOffset: number | null
}

const reaches = signal<Reach>()

/** Calls `listener` after every answer and every failed request. Returns the function that stops it. */
export const onReach = (listener: (reach: Reach) => void): (() => void) => reaches.subscribe(listener)

export const noteReach = (reach: Reach): void => reaches.send(reach)
