import type { Result } from '#platform/failure/failure.ts'
import { boolean, instant, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'

/** Reads what the function `sync_point` returns. */
export const parseSyncPoint = row({
  /** ISO instant up to which all changes can be read; null when the server cannot tell. */
  until: orNull(instant),
  /** Names the server's history up to `until`; null while it is empty. */
  mark: orNull(text),
  /** False: a backup was restored, and the server lacks the history of the mark sent. Null when none was sent. */
  known: orNull(boolean),
})
export type SyncPoint = Of<typeof parseSyncPoint>

/** False for an account that a restored backup does not have. */
export const accountExists = (userId: string): Promise<Result<boolean>> =>
  asPerson.call('account_exists', { p_user_id: userId }, boolean)
