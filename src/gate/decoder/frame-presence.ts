/**
 * A code has left the picture when so many frames in a row, over so many milliseconds, do not show it. Frames come
 * every 67 to 200 ms, and a shaking hand's code is read in two of three: nine misses in a row are rare, and changing
 * phones takes longer.
 */
export const MISSED_FRAMES = 3
export const MISSED_MS = 600
/** A code that was not seen for so long has left, however few frames there were. */
export const UNSEEN_MS = 2_000

/**
 * Tells whether the code that was judged last is still before the camera. Times are milliseconds of performance.now().
 */
export interface PicturePresence {
  /** Takes what a frame showed; null for no code. */
  frame(text: string | null, at: number): void
  /** Watches the code that is being judged, until it has left the picture. */
  watch(text: string, at: number): void
  isHeld(text: string, at: number): boolean
}

export function picturePresence(): PicturePresence {
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
