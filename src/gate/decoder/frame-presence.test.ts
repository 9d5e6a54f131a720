import { describe, expect, it } from 'vitest'
import { MISSED_FRAMES, MISSED_MS, picturePresence, UNSEEN_MS } from './frame-presence.ts'

const CODE = 'MF1:A'

/** A code that was judged at 0, and then these frames: seen or not, so far apart. */
function after(frames: string, everyMs: number, text = CODE) {
  const presence = picturePresence()
  presence.watch(CODE, 0)
  let at = 0
  for (const seen of frames) presence.frame(seen === 'x' ? text : null, (at += everyMs))
  return { held: presence.isHeld(CODE, at), presence, at }
}

describe('a code before the camera', () => {
  it('is held while it is seen, for as long as it likes', () => {
    expect(after('x'.repeat(300), 67).held).toBe(true)
  })

  it('is held through a shaking hand, on a quick phone and on a slow one', () => {
    expect(after('x..x.x...x....x..x', 67).held).toBe(true)
    expect(after('xx.x..x.x..xx', 200).held).toBe(true)
  })

  it('has left when frame after frame does not show it, and is not held again when it comes back', () => {
    const quick = '.'.repeat(Math.ceil(MISSED_MS / 67))
    expect(after(`x${quick}`, 67).held).toBe(false)
    expect(after(`x${quick}x`, 67).held).toBe(false)
    expect(after(`x${'.'.repeat(MISSED_FRAMES)}x`, 200).held).toBe(false)
    // A few frames on a quick phone are no time at all.
    expect(after(`x${'.'.repeat(MISSED_FRAMES)}x`, 67).held).toBe(true)
  })

  it('has left when the camera stood still', () => {
    const { presence, at } = after('xx', 67)
    expect(presence.isHeld(CODE, at + UNSEEN_MS + 1)).toBe(false)
    presence.frame(CODE, at + UNSEEN_MS + 2)
    expect(presence.isHeld(CODE, at + UNSEEN_MS + 3)).toBe(false)
  })

  it('makes room for the next one, and is another when it comes back after that', () => {
    const presence = picturePresence()
    presence.watch(CODE, 0)
    presence.frame('MF1:B', 67)
    presence.watch('MF1:B', 67)
    expect(presence.isHeld('MF1:B', 70)).toBe(true)
    presence.frame(CODE, 134)
    expect(presence.isHeld(CODE, 134)).toBe(false)
  })
})
