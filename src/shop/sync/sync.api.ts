import type { Result } from '#platform/failure/failure.ts'
import { iso } from '#platform/text/wire-values.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

export interface SyncPoint {
  /** ISO instant up to which all changes can be read; null when the server cannot tell. */
  until: string | null
  /** Names the server's history up to `until`; null while it is empty. */
  mark: string | null
  /** False: a backup was restored, and the server lacks the history of the mark sent. Null when none was sent. */
  known: boolean | null
}

/** Reads what the function `sync_point` returns. */
export function parseSyncPoint({
  until,
  mark,
  known,
}: {
  until?: unknown
  mark?: unknown
  known?: unknown
}): SyncPoint {
  return {
    until: typeof until === 'string' ? iso(until) : null,
    mark: typeof mark === 'string' ? mark : null,
    known: typeof known === 'boolean' ? known : null,
  }
}

/** False for an account that a restored backup does not have. */
export async function accountExists(userId: string): Promise<Result<boolean>> {
  const answer: Result<unknown> = await call(async () => (await backend()).rpc('account_exists', { p_user_id: userId }))
  return parsed(answer, (value) => {
    if (typeof value !== 'boolean') throw new TypeError('neither yes nor no')
    return value
  })
}
