import { onPageLife } from '../page-life.ts'

/**
 * Tells other tabs that this one is working under a lock. A suspended tab cannot answer, which is how its lock is
 * known to be free for the taking: no browser says so.
 */
type Signal = { asked: string } | { held: string }

const CHANNEL = 'mehfil.locks'
/** A page that works answers within this many milliseconds, a busy one too. */
const ANSWER_WITHIN_MS = 3_000
/** Where no tab can be asked, a holder counts as gone after this many milliseconds. */
const WITHOUT_ANSWER_MS = 60_000
/** Work under a lock is bounded: held for longer than this many milliseconds, it is stuck and no longer answers. */
const MAX_HOLD_MS = 10 * 60_000

/** When each lock was granted to this page, on its running clock in milliseconds. */
const heldSince = new Map<string, number>()
const answers = new Map<string, () => void>()
let channel: BroadcastChannel | null = null

/** Notes that this page works under the lock. Returns how to note that it has ended. */
export function noteHeld(name: string): () => void {
  heldSince.set(name, performance.now())
  open()
  return () => void heldSince.delete(name)
}

/** Whether this very page works under the lock. */
export const holds = (name: string): boolean => performance.now() - (heldSince.get(name) ?? -Infinity) < MAX_HOLD_MS

/** Asks all other tabs and the worker. True when one of them says that it works under the lock. */
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
  // Only Node's keeps its process running.
  ;(channel as { unref?: () => void }).unref?.()
  return channel
}

// A page with an open channel is not kept for the way back by every browser, and a kept one shall not answer.
onPageLife({
  left() {
    channel?.close()
    channel = null
  },
  back() {
    if (heldSince.size > 0) open()
  },
})
