import { ok, type Result } from '#platform/failure/failure.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { instant, row, text, type Of } from '#platform/text/wire.ts'

type Change = 'publish_event' | 'unpublish_event' | 'pause_event' | 'resume_event'

async function change(name: Change, id: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc(name, { p_event_id: id }))
  return answer.ok ? ok(null) : answer
}

/** Shows a draft to everyone; it sells at once unless it is paused or its categories open later. */
export const publishEvent = (id: string): Promise<Result<null>> => change('publish_event', id)

/** Makes an event a draft again. Refusal: in_use while seats, payments, tickets or recent orders depend on it. */
export const unpublishEvent = (id: string): Promise<Result<null>> => change('unpublish_event', id)

/** Sells nothing new; running holds go on. */
export const pauseEvent = (id: string): Promise<Result<null>> => change('pause_event', id)

export const resumeEvent = (id: string): Promise<Result<null>> => change('resume_event', id)

const parsePreviewKey = row({
  key: text,
  /** ISO instant */
  endsAt: instant,
})
export type PreviewKey = Of<typeof parsePreviewKey>

/** Returns the key of the draft's preview, a new one when none runs. Refusal: changed_meanwhile (published). */
export async function makePreview(id: string): Promise<Result<PreviewKey>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('make_event_preview', { p_event_id: id }),
  )
  return parsedJson(answer, parsePreviewKey)
}

/** Ends the preview link; false when there was none. */
export async function endPreview(id: string): Promise<Result<boolean>> {
  return call(async () => (await backend({ console: true })).rpc('end_event_preview', { p_event_id: id }))
}
