import type { Result } from '#platform/failure/failure.ts'
import { iso } from '#platform/text/wire-values.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { backend, publicBackend } from '#platform/supabase/client.ts'

/** Where the server's history stands. Asked once: whoever syncs comes again. */
export interface SyncPoint {
  /** ISO instant: changes stamped before it can all be read. Null when the server cannot tell. */
  until: string | null
  /** Names the server's history up to `until`; null before anything has happened. */
  mark: string | null
  /** Whether the server still has the history that was asked about; null when none was. False: a backup was restored. */
  known: boolean | null
}

/** Where the server stands, and whether it has the history that `mark` (of an earlier answer) names. */
export async function syncPoint(mark: string | null): Promise<Result<SyncPoint>> {
  const answer: Result<unknown> = await call(async () =>
    (await publicBackend()).rpc('sync_point', mark === null ? {} : { p_mark: mark }),
  )
  return parsed(answer, (value) => {
    const { until, mark: named, known } = value as Record<string, unknown>
    return {
      until: typeof until === 'string' ? iso(until) : null,
      mark: typeof named === 'string' ? named : null,
      known: typeof known === 'boolean' ? known : null,
    }
  })
}

/** A digest of all that a device keeps of the caller: while it stays the same, nothing has changed. */
export async function myWalletMark(): Promise<Result<string | null>> {
  const answer: Result<unknown> = await call(async () => (await backend()).rpc('my_wallet_mark'))
  return parsed(answer, (value) => (typeof value === 'string' ? value : null))
}

/** Whether the server knows this account; false for one that a restored backup does not have. */
export async function accountExists(userId: string): Promise<Result<boolean>> {
  const answer: Result<unknown> = await call(async () => (await backend()).rpc('account_exists', { p_user_id: userId }))
  return parsed(answer, (value) => {
    if (typeof value !== 'boolean') throw new TypeError('neither yes nor no')
    return value
  })
}
