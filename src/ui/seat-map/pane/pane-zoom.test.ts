import { describe, expect, it } from 'vitest'
import {
  contentOf,
  deskPitch,
  firstPitch,
  gapAt,
  phonePitch,
  scrollAfterZoom,
  scrollToShow,
  smallestChoosingPitch,
  wholePitch,
} from './pane-zoom.ts'

const phone = { width: 360, height: 340 }
const desk = { width: 648, height: 520 }

describe('the size of seats', () => {
  it('is 29 px on the phone and 36 px on the desktop', () => {
    expect(phonePitch - gapAt(phonePitch)).toBe(29)
    expect(deskPitch - gapAt(deskPitch)).toBe(36)
    expect(smallestChoosingPitch - gapAt(smallestChoosingPitch)).toBeGreaterThanOrEqual(24)
  })

  it('is usual at first, shrinks to save scrolling, and stays large enough to press', () => {
    expect(firstPitch({ width: 10, height: 10 }, phone)).toBe(phonePitch)
    expect(firstPitch({ width: 10, height: 10 }, { ...phone, height: 316 })).toBe(30)
    expect(firstPitch({ width: 10, height: 10 }, desk)).toBe(deskPitch)
    expect(firstPitch({ width: 11, height: 4 }, phone)).toBe(29)
    expect(firstPitch({ width: 100, height: 100 }, phone)).toBe(phonePitch)
    expect(firstPitch({ width: 100, height: 100 }, desk)).toBe(deskPitch)
    expect(firstPitch({ width: 10, height: 26 }, phone)).toBe(phonePitch)
  })

  it('has a pitch at which the whole map fits the pane', () => {
    for (const map of [
      { width: 1, height: 1 },
      { width: 100, height: 100 },
      { width: 224, height: 230.6 },
    ]) {
      const pitch = wholePitch(map, desk)
      const content = contentOf(map, pitch, desk)
      expect(content.width).toBe(desk.width)
      expect(content.height).toBe(desk.height)
    }
  })
})

it('zooming keeps the point under the finger in its place', () => {
  const map = { width: 100, height: 100 }
  const before = { pitch: 32, content: contentOf(map, 32, phone), left: 700, top: 900 }
  const after = { pitch: 60, content: contentOf(map, 60, phone) }
  const scroll = scrollAfterZoom(before, after, 120, 200)
  const under = (pitch: number, origin: number, scrolled: number, at: number) => (scrolled + at - origin) / pitch
  expect(under(60, after.content.originX, scroll.left, 120)).toBeCloseTo(under(32, before.content.originX, 700, 120))
  expect(under(60, after.content.originY, scroll.top, 200)).toBeCloseTo(under(32, before.content.originY, 900, 200))
})

it('showing a seat scrolls no further than needed', () => {
  expect(scrollToShow(100, 300, 200, 232, 32, 32)).toBe(100)
  expect(scrollToShow(100, 300, 110, 142, 32, 32)).toBe(78)
  expect(scrollToShow(100, 300, 390, 422, 32, 32)).toBe(154)
  expect(scrollToShow(100, 300, 0, 32, 60, 32)).toBe(0)
})
