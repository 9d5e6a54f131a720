export const POSTER_BUCKET = 'posters'
export const POSTER_WIDTHS = [320, 640, 1280] as const
export type PosterWidth = (typeof POSTER_WIDTHS)[number]
/** The format of every width. There is always a JPEG of the largest, for readers of link previews. */
export type PosterFormat = 'jpg' | 'webp' | 'avif'

export interface PosterName {
  /** Pixels of the largest file. */
  width: number
  height: number
  format: PosterFormat
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const PATH = `${UUID}/[0-9a-f]{16}-([1-9][0-9]{2,3})x([1-9][0-9]{2,3})-(jpg|webp|avif)`
const WHOLE_PATH = new RegExp(`^${PATH}$`)
const FILE = new RegExp(`^${PATH}-(?:320|640|1280)\\.(jpg|webp|avif)$`)

/** `/storage/v1/object/public/posters/`: hosted Supabase and our own server serve posters there. */
export const POSTERS_AT = `/storage/v1/object/public/${POSTER_BUCKET}/`

/** Reads a poster's size and format from its path; null for anything else. */
export function posterName(path: string): PosterName | null {
  const [, width, height, format] = WHOLE_PATH.exec(path) ?? []
  return format ? { width: Number(width), height: Number(height), format: format as PosterFormat } : null
}

/** True for a name that a poster's file may have: no other name is served to everybody. */
export const isPosterFile = (name: string): boolean => FILE.test(name)

export const posterPath = (eventId: string, hash: string, { width, height, format }: PosterName): string =>
  `${eventId}/${hash.slice(0, 16)}-${width}x${height}-${format}`

export const posterFile = (path: string, width: PosterWidth, format: PosterFormat): string =>
  `${path}-${width}.${format}`

/** Returns the URL of a file; `backend` is the origin of a hosted backend, '' on one's own server. */
export const posterUrl = (file: string, backend = ''): string => backend.replace(/\/+$/, '') + POSTERS_AT + file

/** Returns `src` and `srcset` of a poster, null for a path that is none. `plain`: as JPEG. */
export function posterSources(
  path: string,
  backend: string,
): { src: string; srcSet: string; plain: string; name: PosterName } | null {
  const name = posterName(path)
  if (!name) return null
  const url = (width: PosterWidth, format = name.format): string => posterUrl(posterFile(path, width, format), backend)
  // A narrow picture has fewer pixels than its file's name says.
  const srcSet = POSTER_WIDTHS.map((width) => `${url(width)} ${Math.min(width, name.width)}w`)
  return { src: url(640), srcSet: [...new Set(srcSet)].join(', '), plain: url(1280, 'jpg'), name }
}

const size = (text: string): number => Number(/-(\d+)\.[a-z]+$/.exec(text)?.[1] ?? 0)

/** Of kept URLs, the nearest size of the poster that `url` shows: what a phone offline has of it. */
export function nearestPoster(url: string, kept: readonly string[]): string | undefined {
  const stem = (text: string): string => text.replace(/-\d+\.[a-z]+$/, '')
  const wanted = size(url)
  return kept
    .filter((one) => stem(one) === stem(url))
    .sort((a, b) => Math.abs(size(a) - wanted) - Math.abs(size(b) - wanted))[0]
}
