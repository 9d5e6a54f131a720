/** 1 is the width of the frame. */
export const ZOOM_MIN = 0.5
export const ZOOM_MAX = 3
const ZOOM_STEP = 0.25

export function nextZoom(zoom: number, direction: 1 | -1): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom + direction * ZOOM_STEP))
}
