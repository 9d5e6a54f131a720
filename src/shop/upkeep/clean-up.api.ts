import { ok, type Result } from '#platform/failure/failure.ts'
import { iso, numberOf } from '#platform/text/wire-values.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/** Payments of one request that are decided together; the database takes no more. */
const DECIDED_AT_ONCE = 100

/** The ids of a customer's undecided payments, oldest first. */
export async function undecidedPaymentsOf(userId: string): Promise<Result<string[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true }))
      .from('payments')
      .select('id')
      .eq('user_id', userId)
      .eq('status', 'pending')
      .order('created_at')
      .order('id'),
  )
  return parsed(answer, (rows) => rows.map((row) => row.id))
}

export interface ManyRejected {
  rejected: number
  /** Those that stay as they are. */
  refused: number
}

/**
 * Rejects each of these payments by itself, with one note for the customer. `onProgress` hears how many are done. What
 * was rejected before a failure stays so.
 */
export async function rejectPayments(
  ids: readonly string[],
  note: string,
  onProgress: (done: number) => void,
): Promise<Result<ManyRejected>> {
  const all: ManyRejected = { rejected: 0, refused: 0 }
  for (let from = 0; from < ids.length; from += DECIDED_AT_ONCE) {
    const some = ids.slice(from, from + DECIDED_AT_ONCE)
    const answer = await call(async () =>
      (await backend({ console: true })).rpc('reject_payments', {
        p_payment_ids: some,
        p_note: note.trim() || undefined,
      }),
    )
    const refused = parsedJson(answer, (rows: { ok: boolean }[]) => rows.filter((row) => !row.ok).length)
    if (!refused.ok) return refused
    all.rejected += some.length - refused.value
    all.refused += refused.value
    onProgress(from + some.length)
  }
  return ok(all)
}

/** Frees every seat that a customer holds or has under review; answers how many. Their payments stay undecided. */
export async function releaseCustomerSeats(userId: string): Promise<Result<number>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('release_customer_seats', { p_user_id: userId }),
  )
  return parsed(answer, Number)
}

/** Ends all sessions of an account and keeps it from signing in. Refusals: forbidden (one's own), last_admin, not_found. */
export async function closeAccount(userId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('close_account', { p_user_id: userId }))
  return answer.ok ? ok(null) : answer
}

/** Lets a closed account sign in again. */
export async function reopenAccount(userId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('reopen_account', { p_user_id: userId }))
  return answer.ok ? ok(null) : answer
}

export interface ClosedAccount {
  userId: string
  /** ISO instant */
  closedAt: string
  closedBy: string | null
}

/** The accounts that staff closed, newest first. */
export async function closedAccounts(): Promise<Result<ClosedAccount[]>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('closed_accounts'))
  return parsed(answer, (rows) =>
    rows.map((row) => ({
      userId: row.user_id,
      closedAt: iso(row.closed_at),
      closedBy: row.closed_by_name ?? null,
    })),
  )
}

/** Megabytes free on the disk of the shop's own server, and how many uploads leave; null while there is enough. */
export async function readLowSpace(): Promise<Result<{ freeMb: number; leastMb: number } | null>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('shop_notices'))
  return parsed(answer, (rows) => {
    const low = rows.find((row) => row.name === 'low_space')?.detail as
      { free_mb: number; least_mb: number } | undefined
    return low ? { freeMb: numberOf(low.free_mb), leastMb: numberOf(low.least_mb) } : null
  })
}
