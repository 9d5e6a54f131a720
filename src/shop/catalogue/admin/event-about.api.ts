import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { instant, number, row, text, whole, type Of } from '#platform/text/wire.ts'
import { aboutOfRow, type EventAbout } from '../about/event-about.ts'

const parseEdited = row({
  id: text,
  /** ISO instant */
  date: instant,
  revision: number,
  about: whole(aboutOfRow),
})
export type EditedAbout = Of<typeof parseEdited>

/** Fails with `not_found` for an event that is gone. */
export async function readEventAbout(id: string): Promise<Result<EditedAbout>> {
  const answer = await callRead(async () =>
    (await backend({ console: true }))
      .from('events')
      .select('id,date,revision,description,line_up,doors_at,ends_at,minimum_age,sung_in,rules,poster,poster_alt')
      .eq('id', id),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([found]) => parseEdited(found!))
}

const listOrNull = (names: readonly string[]): string[] | null => (names.length > 0 ? [...names] : null)

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid (detail: the column), not_found. */
export async function saveEventAbout(id: string, revision: number, about: EventAbout): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('events')
      .update({
        description: about.description,
        line_up: listOrNull(about.lineUp),
        doors_at: about.doorsAt,
        ends_at: about.endsAt,
        minimum_age: about.minimumAge,
        sung_in: listOrNull(about.sungIn),
        rules: about.rules,
        poster: about.poster?.path ?? null,
        poster_alt: about.poster?.alt ?? null,
        revision,
      })
      .eq('id', id)
      .select('id'),
  )
  if (!answer.ok) return answer
  return answer.value.length > 0 ? ok(null) : failed('not_found')
}
