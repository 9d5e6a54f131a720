import type { Result } from '#platform/failure/failure.ts'
import { instant, number, row, text, whole, type Of } from '#platform/text/wire.ts'
import { readRow, updateRow } from '#platform/supabase/rows.ts'
import { ABOUT_COLUMNS, aboutOfRow, type EventAbout } from '../about/event-about.ts'

const parseEdited = row({
  id: text,
  /** ISO instant */
  date: instant,
  revision: number,
  about: whole(aboutOfRow),
})
export type EditedAbout = Of<typeof parseEdited>

/** Fails with `not_found` for an event that is gone. */
export const readEventAbout = (id: string): Promise<Result<EditedAbout>> =>
  readRow(
    (client) =>
      client
        .from('events')
        .select(`id,date,revision,${ABOUT_COLUMNS}` as const)
        .eq('id', id),
    parseEdited,
  )

const listOrNull = (names: readonly string[]): string[] | null => (names.length > 0 ? [...names] : null)

/** What is stored of it, but for its times: those differ by date. */
export const aboutWire = (about: EventAbout) => ({
  description: about.description,
  line_up: about.lineUp,
  minimum_age: about.minimumAge,
  sung_in: about.sungIn,
  rules: about.rules,
  poster: about.poster?.path ?? null,
  poster_alt: about.poster?.alt ?? null,
})

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid (detail: the column), not_found. */
export const saveEventAbout = (id: string, revision: number, about: EventAbout): Promise<Result<null>> =>
  updateRow('events', id, {
    ...aboutWire(about),
    line_up: listOrNull(about.lineUp),
    sung_in: listOrNull(about.sungIn),
    doors_at: about.doorsAt,
    ends_at: about.endsAt,
    revision,
  })
