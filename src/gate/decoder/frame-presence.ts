/** A code has left after this many frames and ms without it. A shaking hand's code is read in two of three frames;
 * frames come every 67 to 200 ms, so nine misses in a row are rare, and changing phones takes longer. */
export const MISSED_FRAMES = 3
export const MISSED_MS = 600
/** A code not seen for this long has left, however few frames there were. */
export const UNSEEN_MS = 2_000

/** Tells whether the last judged code is still in front of the camera. Times are ms of performance.now(). */
export interface CodePresence {
  frame(text: string | null, at: number): void
  watch(text: string, at: number): void
  isHeld(text: string, at: number): boolean
}

export function codePresence(): CodePresence {
  let watched: { text: string; seenAt: number; missed: number } | null = null

  const leaveIfGone = (at: number): void => {
    if (!watched) return
    const unseen = at - watched.seenAt
    if (unseen > UNSEEN_MS || (watched.missed >= MISSED_FRAMES && unseen >= MISSED_MS)) watched = null
  }

  return {
    frame(text, at) {
      if (watched && text !== watched.text) watched.missed += 1
      leaveIfGone(at)
      if (watched && text === watched.text) watched = { text, seenAt: at, missed: 0 }
    },
    watch(text, at) {
      watched = { text, seenAt: at, missed: 0 }
    },
    isHeld(text, at) {
      leaveIfGone(at)
      return watched?.text === text
    },
  }
}
