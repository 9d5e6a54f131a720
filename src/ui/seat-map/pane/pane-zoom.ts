// `pitch` is the zoom: CSS pixels from one seat to the next.

export interface Size {
  width: number
  height: number
}

export interface PaneContent extends Size {
  originX: number
  originY: number
}

/** Seats of 29 px on phones and 36 px on wider screens, with their gaps. */
export const phonePitch = 32
export const deskPitch = 41
const deskPaneWidth = 500
/** Below this pitch a press zooms in: targets need 24 px (WCAG 2.2, 2.5.8). */
export const smallestChoosingPitch = 27
export const largestPitch = 72
export const zoomStep = 1.5

/** Room left of the map, in CSS pixels; the letters stay in its first `letterColumn` while the map scrolls. */
export const letterRoom = 28
export const letterColumn = 24
const air = 8

export function gapAt(pitch: number): number {
  if (pitch < 12) return pitch * 0.16
  return Math.round(Math.max(1, Math.min(pitch / 8, 3 + ((pitch - phonePitch) * 2) / (deskPitch - phonePitch))))
}

export function contentOf(map: Size, pitch: number, pane: Size): PaneContent {
  const width = map.width * pitch - gapAt(pitch)
  const height = map.height * pitch - gapAt(pitch)
  const originX = Math.max(letterRoom, Math.floor((pane.width - width) / 2))
  return {
    width: Math.max(pane.width, originX + Math.ceil(width) + air),
    height: Math.max(pane.height, Math.ceil(height) + 2 * air),
    originX,
    originY: air,
  }
}

export function wholePitch(map: Size, pane: Size): number {
  const across = (pane.width - letterRoom - air) / Math.max(1, map.width)
  const down = (pane.height - 2 * air) / Math.max(1, map.height)
  return Math.max(1, Math.min(across, down))
}

export function usualPitch(pane: Size): number {
  return pane.width >= deskPaneWidth ? deskPitch : phonePitch
}

/** The usual pitch, or a smaller one that saves scrolling while seats can still be pressed. */
export function firstPitch(map: Size, pane: Size): number {
  const usual = usualPitch(pane)
  const across = Math.floor((pane.width - letterRoom - air) / Math.max(1, map.width))
  if (across < smallestChoosingPitch) return usual
  const down = Math.floor((pane.height - 2 * air) / Math.max(1, map.height))
  return Math.min(usual, across, down < smallestChoosingPitch ? usual : down)
}

export function scrollAfterZoom(
  before: { content: PaneContent; pitch: number; left: number; top: number },
  after: { content: PaneContent; pitch: number },
  x: number,
  y: number,
): { left: number; top: number } {
  const mapX = (before.left + x - before.content.originX) / before.pitch
  const mapY = (before.top + y - before.content.originY) / before.pitch
  return {
    left: mapX * after.pitch + after.content.originX - x,
    top: mapY * after.pitch + after.content.originY - y,
  }
}

/** Returns the smallest scroll along one axis that shows `from` to `to` with room `before` and `after` it. */
export function scrollToShow(scroll: number, length: number, from: number, to: number, before: number, after: number) {
  if (from - before < scroll) return Math.max(0, from - before)
  if (to + after > scroll + length) return to + after - length
  return scroll
}
