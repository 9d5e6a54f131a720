import { call } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/**
 * Writes to the history that a backup or a file was saved. Never fails: a file that is already on the disk is not taken
 * back because of it, and an older server has no such line.
 * @param what in small letters, as the file is called: 'payments', 'check-ins', 'backup'
 */
export async function noteExport(what: string, rows: number): Promise<void> {
  await call(async () => (await backend({ console: true })).rpc('note_export', { p_what: what, p_rows: rows })).catch(
    () => undefined,
  )
}
