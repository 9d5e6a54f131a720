import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { parseNotice, type Notice, type NoticeWire } from './notice.ts'

/** The newest 200. */
export async function readMyNotices(): Promise<Result<Notice[]>> {
  const answer: Result<unknown> = await callRead(async () => (await backend()).rpc('my_notices'))
  return parsedJson(answer, (rows: NoticeWire[]) => rows.flatMap((row) => parseNotice(row) ?? []))
}

export async function reportRead(ids: readonly string[]): Promise<Result<unknown>> {
  return call(async () => (await backend()).rpc('mark_notices_read', { p_ids: [...ids] }))
}
