import { isoOrNull } from '#platform/text/instant.ts'

/** What an event says about itself. The database has the same limits. */
export interface EventAbout {
  /** Markdown of event-text.ts. */
  description: string | null
  lineUp: readonly string[]
  /** Address (https) of a recording elsewhere. */
  listenUrl: string | null
  /** ISO instants */
  doorsAt: string | null
  endsAt: string | null
  minimumAge: number | null
  /** Names of languages. */
  sungIn: readonly string[]
  /** Markdown, like the description. */
  rules: string | null
  poster: EventPoster | null
}

export interface EventPoster {
  /** Beginning of its files' names, see poster-rules.ts. */
  path: string
  alt: string
}

export const aboutLimits = {
  description: 6000,
  rules: 3000,
  posterAlt: 300,
  listenUrl: 300,
  lineUp: { names: 30, characters: 120 },
  sungIn: { names: 10, characters: 40 },
  age: 99,
  /** Hours after the start. */
  endHours: 72,
} as const

export const ABOUT_COLUMNS =
  'description,line_up,listen_url,doors_at,ends_at,minimum_age,sung_in,rules,poster,poster_alt'

export interface AboutWire {
  description: string | null
  line_up: string[] | null
  listen_url: string | null
  doors_at: string | null
  ends_at: string | null
  minimum_age: number | null
  sung_in: string[] | null
  rules: string | null
  poster: string | null
  poster_alt: string | null
}

export const aboutOfRow = (row: AboutWire): EventAbout => ({
  description: row.description,
  lineUp: row.line_up ?? [],
  listenUrl: row.listen_url,
  doorsAt: isoOrNull(row.doors_at),
  endsAt: isoOrNull(row.ends_at),
  minimumAge: row.minimum_age,
  sungIn: row.sung_in ?? [],
  rules: row.rules,
  poster: row.poster ? { path: row.poster, alt: row.poster_alt ?? '' } : null,
})

/** Returns null when the event says nothing: most rows on a device stay small. */
export function aboutOrNull(row: AboutWire): EventAbout | null {
  return ABOUT_COLUMNS.split(',').some((column) => row[column as keyof AboutWire] != null) ? aboutOfRow(row) : null
}

/** Returns the poster of an event, null for a drawn one. Takes rows stored before there were posters. */
export const ownPoster = (event: { about?: EventAbout | null } | null | undefined): EventPoster | null =>
  event?.about?.poster ?? null
