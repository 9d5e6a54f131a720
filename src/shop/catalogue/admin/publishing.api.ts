import type { Result } from '#platform/failure/failure.ts'
import { boolean, instant, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

/** Shows a draft to everyone; it sells at once unless it is paused or its categories open later. */
export const publishEvent = (id: string): Promise<Result<null>> => asStaff.call('publish_event', { p_event_id: id })

/** Makes an event a draft again. Refusal: in_use while seats, payments, tickets or recent orders depend on it. */
export const unpublishEvent = (id: string): Promise<Result<null>> => asStaff.call('unpublish_event', { p_event_id: id })

/** Sells nothing new; running holds go on. */
export const pauseEvent = (id: string): Promise<Result<null>> => asStaff.call('pause_event', { p_event_id: id })

export const resumeEvent = (id: string): Promise<Result<null>> => asStaff.call('resume_event', { p_event_id: id })

const parsePreviewKey = row({
  key: text,
  /** ISO instant */
  endsAt: instant,
})
export type PreviewKey = Of<typeof parsePreviewKey>

/** Returns the key of the draft's preview, a new one when none runs. Refusal: changed_meanwhile (published). */
export const makePreview = (id: string): Promise<Result<PreviewKey>> =>
  asStaff.call('make_event_preview', { p_event_id: id }, parsePreviewKey)

/** Ends the preview link; false when there was none. */
export const endPreview = (id: string): Promise<Result<boolean>> =>
  asStaff.call('end_event_preview', { p_event_id: id }, boolean)
