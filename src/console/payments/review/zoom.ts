/** 1 is the width of the frame. */
export const ZOOM_MIN = 0.5
export const MAX_ZOOM = 3
const ZOOM_STEP = 0.25

export function nextZoom(zoom: number, direction: 1 | -1): number {
  return Math.min(MAX_ZOOM, Math.max(ZOOM_MIN, zoom + direction * ZOOM_STEP))
}
