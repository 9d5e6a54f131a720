/**
 * A code counts as gone when so many frames in a row did not show it, over so many milliseconds. A frame is read every
 * 67 ms at best and every 200 ms or so on a slow phone, and a code held in a shaking hand is read in two of three frames: it
 * is missed by three in a row once in thirty times, and by the nine that 600 ms have on a quick phone hardly ever. To take one
 * phone away and hold up the next takes longer.
 */
export const MISSED_FRAMES = 3
export const MISSED_MS = 600
/** Not seen for this long, in milliseconds, it counts as gone however few frames there were: the camera stood still. */
export const UNSEEN_MS = 2_000

/** Knows whether the code that was judged last is still before the camera. Times are of a clock that nobody can set. */
export interface PicturePresence {
  /** A frame was looked at: what it showed, null for no code. */
  frame(text: string | null, at: number): void
  /** This code is being judged: from now on it is watched, until it has left the picture. */
  watch(text: string, at: number): void
  /** Whether it is the one that is watched, and has not left the picture since. */
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
