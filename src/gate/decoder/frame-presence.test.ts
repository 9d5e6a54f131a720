import { expect, it } from 'vitest'
import { MISSED_FRAMES, MISSED_MS, codePresence, UNSEEN_MS } from './frame-presence.ts'

const CODE = 'MF2:A'

/** A code judged at 0, and then these frames: x seen, . not. */
function after(frames: string, everyMs: number, text = CODE) {
  const presence = codePresence()
  presence.watch(CODE, 0)
  let at = 0
  for (const seen of frames) presence.frame(seen === 'x' ? text : null, (at += everyMs))
  return { held: presence.isHeld(CODE, at), presence, at }
}

it('a code before the camera is held for as long as it is seen', () => {
  expect(after('x'.repeat(300), 67).held).toBe(true)
})

it('a code before the camera is held through a shaking hand, on a fast and a slow phone', () => {
  expect(after('x..x.x...x....x..x', 67).held).toBe(true)
  expect(after('xx.x..x.x..xx', 200).held).toBe(true)
})

it('a code before the camera has left after enough frames without it, and is not held again when it returns', () => {
  const quick = '.'.repeat(Math.ceil(MISSED_MS / 67))
  expect(after(`x${quick}`, 67).held).toBe(false)
  expect(after(`x${quick}x`, 67).held).toBe(false)
  expect(after(`x${'.'.repeat(MISSED_FRAMES)}x`, 200).held).toBe(false)
  // On a fast phone so few frames take too little time.
  expect(after(`x${'.'.repeat(MISSED_FRAMES)}x`, 67).held).toBe(true)
})

it('a code before the camera has left when no frames came for too long', () => {
  const { presence, at } = after('xx', 67)
  expect(presence.isHeld(CODE, at + UNSEEN_MS + 1)).toBe(false)
  presence.frame(CODE, at + UNSEEN_MS + 2)
  expect(presence.isHeld(CODE, at + UNSEEN_MS + 3)).toBe(false)
})

it('a code before the camera is replaced by the next code, and is new when it returns', () => {
  const presence = codePresence()
  presence.watch(CODE, 0)
  presence.frame('MF2:B', 67)
  presence.watch('MF2:B', 67)
  expect(presence.isHeld('MF2:B', 70)).toBe(true)
  presence.frame(CODE, 134)
  expect(presence.isHeld(CODE, 134)).toBe(false)
})
