import type { PosterName } from './poster-files.ts'

const FILE =
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{16}-[1-9][0-9]{2,3}x[1-9][0-9]{2,3}-(?:jpg|webp|avif)-(?:320|640|1280)\.(?:jpg|webp|avif)$/

/** True for a name that a poster's file may have: no other name is served to everybody. */
export const isPosterFile = (name: string): boolean => FILE.test(name)

export const posterPath = (eventId: string, hash: string, { width, height, format }: PosterName): string =>
  `${eventId}/${hash.slice(0, 16)}-${width}x${height}-${format}`

const size = (text: string): number => Number(/-(\d+)\.[a-z]+$/.exec(text)?.[1] ?? 0)

/** Returns the kept URL with the nearest size of the poster that `url` shows, for a phone without a network. */
export function nearestPoster(url: string, kept: readonly string[]): string | undefined {
  const stem = (text: string): string => text.replace(/-\d+\.[a-z]+$/, '')
  const wanted = size(url)
  return kept
    .filter((one) => stem(one) === stem(url))
    .sort((a, b) => Math.abs(size(a) - wanted) - Math.abs(size(b) - wanted))[0]
}
