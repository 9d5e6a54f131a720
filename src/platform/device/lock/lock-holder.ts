import { onPageLife } from '../page-life.ts'

/** A suspended tab does not answer, so its lock counts as free. */
type Signal = { asked: string } | { held: string }

const CHANNEL = 'mehfil.locks'
const ANSWER_WITHIN_MS = 3_000
/** Without BroadcastChannel, a holder counts as gone after this time. */
const WITHOUT_ANSWER_MS = 60_000
const MAX_HOLD_MS = 10 * 60_000

const heldSince = new Map<string, number>()
const answers = new Map<string, () => void>()
let channel: BroadcastChannel | null = null

/** Notes that this page holds the lock. Returns the function that notes its end. */
export function noteHeld(name: string): () => void {
  heldSince.set(name, performance.now())
  open()
  return () => void heldSince.delete(name)
}

export const holds = (name: string): boolean => performance.now() - (heldSince.get(name) ?? -Infinity) < MAX_HOLD_MS

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
  // Lets Node exit.
  ;(channel as { unref?: () => void }).unref?.()
  return channel
}

// An open channel keeps a page out of some back/forward caches, and a cached page must not answer.
onPageLife({
  left() {
    channel?.close()
    channel = null
  },
  back() {
    if (heldSince.size > 0) open()
  },
})
