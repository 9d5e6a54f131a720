import type { Result } from '#platform/failure/failure.ts'
import { number, row, whole, type Of } from '#platform/text/wire.ts'
import { readRow } from '#platform/supabase/rows.ts'
import { ABOUT_COLUMNS, aboutOfRow, type EventAbout } from '../about/event-about.ts'

const parseEdited = row({ revision: number, about: whole(aboutOfRow) })

/** Fails with `not_found` for an event that is gone. */
export const readEventAbout = (id: string): Promise<Result<Of<typeof parseEdited>>> =>
  readRow(
    (client) =>
      client
        .from('events')
        .select(`revision,${ABOUT_COLUMNS}` as const)
        .eq('id', id),
    parseEdited,
  )

/** What is stored of it, but for its times: those differ by date. */
export const aboutWire = (about: EventAbout) => ({
  description: about.description,
  line_up: about.lineUp,
  listen_url: about.listenUrl,
  minimum_age: about.minimumAge,
  sung_in: about.sungIn,
  rules: about.rules,
  poster: about.poster?.path ?? null,
  poster_alt: about.poster?.alt ?? null,
})
