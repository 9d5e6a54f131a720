import { ok, type Result } from '#platform/failure/failure.ts'
import { parsedJson } from '#platform/supabase/call.ts'
import { orNull, text } from '#platform/text/wire.ts'
import { askOwnServer, hasOwnServer } from '#shop/proofs/mail-trial.api.ts'

/** What the server was started with, by variable; null for one that is not set. */
export type MachineSettings = [variable: string, value: string | null][]

/** Reads them as an admin; null for a shop without a server of its own. */
export async function readMachine(): Promise<Result<MachineSettings | null>> {
  if (!hasOwnServer()) return ok(null)
  const answer = await askOwnServer('/live/machine', {}, 'the server said nothing of its settings')
  return parsedJson(answer, (said: Record<string, unknown>) =>
    Object.entries(said).map(([variable, value]) => [variable, orNull(text)(value)]),
  )
}
