import { onPageLife } from '../page-life.ts'

/** Messages between tabs about locks. A suspended tab cannot answer, which is how its lock is known to be free. */
type Signal = { asked: string } | { held: string }

const CHANNEL = 'mehfil.locks'
/** A working page answers within so long, a busy one too. */
const ANSWER_WITHIN_MS = 3_000
/** Where tabs cannot message each other, a holder counts as gone after so long. */
const WITHOUT_ANSWER_MS = 60_000
/** Work under a lock that takes longer is stuck and no longer answers. */
const MAX_HOLD_MS = 10 * 60_000

/** Milliseconds of performance.now() at which this page got each lock. */
const heldSince = new Map<string, number>()
const answers = new Map<string, () => void>()
let channel: BroadcastChannel | null = null

/** Notes that this page works under the lock. Returns the way to note its end. */
export function noteHeld(name: string): () => void {
  heldSince.set(name, performance.now())
  open()
  return () => void heldSince.delete(name)
}

/** Whether this page works under the lock. */
export const holds = (name: string): boolean => performance.now() - (heldSince.get(name) ?? -Infinity) < MAX_HOLD_MS

/** Whether another tab or the worker works under the lock. */
export async function isHeldElsewhere(name: string): Promise<boolean> {
  const asked = open()
  if (!asked) {
    await new Promise((resolve) => setTimeout(resolve, WITHOUT_ANSWER_MS))
    return false
  }
  return new Promise((resolve) => {
    const end = (held: boolean) => () => {
      clearTimeout(timer)
      answers.delete(name)
      resolve(held)
    }
    const timer = setTimeout(end(false), ANSWER_WITHIN_MS)
    answers.set(name, end(true))
    asked.postMessage({ asked: name } satisfies Signal)
  })
}

function open(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Signal>) => {
    if ('held' in data) answers.get(data.held)?.()
    else if (holds(data.asked)) channel?.postMessage({ held: data.asked } satisfies Signal)
  }
  // Keeps Node from staying alive.
  ;(channel as { unref?: () => void }).unref?.()
  return channel
}

// An open channel keeps a page out of some back/forward caches, and a kept page must not answer.
onPageLife({
  left() {
    channel?.close()
    channel = null
  },
  back() {
    if (heldSince.size > 0) open()
  },
})
