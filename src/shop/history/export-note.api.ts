import { call } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/** Records an export in the history; `what`: 'payments', 'check-ins', 'backup'. Never rejects. */
export async function noteExport(what: string, rows: number): Promise<void> {
  await call(async () => (await backend({ console: true })).rpc('note_export', { p_what: what, p_rows: rows })).catch(
    () => undefined,
  )
}
