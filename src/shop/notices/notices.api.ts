import type { Result } from '#platform/failure/failure.ts'
import { call } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

export async function reportRead(ids: readonly string[]): Promise<Result<unknown>> {
  return call(async () => (await backend()).rpc('mark_notices_read', { p_ids: [...ids] }))
}
