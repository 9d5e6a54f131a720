import { ok, type Result } from '#platform/failure/failure.ts'
import { from, instant, list, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'

/** The database's limit per request. */
const DECIDED_AT_ONCE = 100

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
  refused: number
}

/** Rejects each payment with the same note; rejections before a failure stay. `onProgress` gets the number done. */
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

/** Frees the seats that a customer holds or has under review and returns their number. Payments stay pending. */
export async function releaseCustomerSeats(userId: string): Promise<Result<number>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('release_customer_seats', { p_user_id: userId }),
  )
  return parsed(answer, Number)
}

/** Ends all sessions of an account and blocks its sign-in. Refusals: forbidden (own account), last_admin, not_found. */
export async function closeAccount(userId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('close_account', { p_user_id: userId }))
  return answer.ok ? ok(null) : answer
}

export async function reopenAccount(userId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('reopen_account', { p_user_id: userId }))
  return answer.ok ? ok(null) : answer
}

const parseClosedAccount = row({
  userId: text,
  closedAt: instant,
  closedBy: from('closed_by_name', orNull(text)),
})
export type ClosedAccount = Of<typeof parseClosedAccount>

/** Returns the accounts that staff closed, newest first. */
export async function closedAccounts(): Promise<Result<ClosedAccount[]>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('closed_accounts'))
  return parsed(answer, list(parseClosedAccount))
}

/** Returns the disk space left and the least that uploads leave free, in MB; null while there is enough. */
export async function readLowSpace(): Promise<Result<{ freeMb: number; leastMb: number } | null>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('shop_notices'))
  return parsed(answer, (rows) =>
    orNull(row({ freeMb: number, leastMb: number }))(rows.find(({ name }) => name === 'low_space')?.detail),
  )
}
