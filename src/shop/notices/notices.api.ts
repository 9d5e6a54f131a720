import type { Result } from '#platform/failure/failure.ts'
import { asPerson } from '#platform/supabase/ask.ts'

export const reportRead = (ids: readonly string[]): Promise<Result<null>> =>
  asPerson.call('mark_notices_read', { p_ids: [...ids] })
