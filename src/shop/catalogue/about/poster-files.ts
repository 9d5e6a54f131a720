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

/** Reads a poster's size and format from its path, which the database has checked; null for anything else. */
export function posterName(path: string): PosterName | null {
  const [, width, height, format] = /-(\d+)x(\d+)-(\w+)$/.exec(path) ?? []
  return format ? { width: Number(width), height: Number(height), format: format as PosterFormat } : null
}

export const POSTER_BUCKET = 'posters'

/** Hosted Supabase and our own server serve posters there. */
export const POSTERS_AT = `/storage/v1/object/public/${POSTER_BUCKET}/`

export const posterFile = (path: string, width: PosterWidth, format: PosterFormat): string =>
  `${path}-${width}.${format}`

/** Returns the URL of a file; `backend` is the origin of a hosted backend, '' on one's own server. */
export const posterUrl = (path: string, width: PosterWidth, format: PosterFormat, backend = ''): string =>
  `${backend}${POSTERS_AT}${posterFile(path, width, format)}`

/** Returns the `srcset` of a poster. A narrow picture has fewer pixels than its file's name says. */
export const posterSet = (path: string, { width, format }: PosterName, backend: string): string =>
  POSTER_WIDTHS.map((each) => `${posterUrl(path, each, format, backend)} ${Math.min(each, width)}w`).join()
