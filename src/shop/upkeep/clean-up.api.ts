import { ok, type Result } from '#platform/failure/failure.ts'
import { from, instant, list, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'

/** The database's limit per request. */
const DECIDED_AT_ONCE = 100

export const undecidedPaymentsOf = (userId: string): Promise<Result<string[]>> =>
  asStaff.rows(
    (client) =>
      client
        .from('payments')
        .select('id')
        .eq('user_id', userId)
        .eq('status', 'pending')
        .order('created_at')
        .order('id'),
    (rows) => rows.map((row) => row.id),
  )

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
    const refused = await asStaff.call(
      'reject_payments',
      { p_payment_ids: some, p_note: note.trim() || undefined },
      (rows: { ok: boolean }[]) => rows.filter((row) => !row.ok).length,
    )
    if (!refused.ok) return refused
    all.rejected += some.length - refused.value
    all.refused += refused.value
    onProgress(from + some.length)
  }
  return ok(all)
}

/** Frees the seats that a customer holds or has under review and returns their number. Payments stay pending. */
export const releaseCustomerSeats = (userId: string): Promise<Result<number>> =>
  asStaff.call('release_customer_seats', { p_user_id: userId }, Number)

/** Ends all sessions of an account and blocks its sign-in. Refusals: forbidden (own account), last_admin, not_found. */
export const closeAccount = (userId: string): Promise<Result<null>> =>
  asStaff.call('close_account', { p_user_id: userId })

export const reopenAccount = (userId: string): Promise<Result<null>> =>
  asStaff.call('reopen_account', { p_user_id: userId })

const parseClosedAccount = row({
  userId: text,
  closedAt: instant,
  closedBy: from('closed_by_name', orNull(text)),
})
export type ClosedAccount = Of<typeof parseClosedAccount>

/** Returns the accounts that staff closed, newest first. */
export const closedAccounts = (): Promise<Result<ClosedAccount[]>> =>
  asStaff.read('closed_accounts', {}, list(parseClosedAccount))

/** Returns the disk space left and the least that uploads leave free, in MB; null while there is enough. */
export const readLowSpace = (): Promise<Result<{ freeMb: number; leastMb: number } | null>> =>
  asStaff.read('shop_notices', {}, (rows) =>
    orNull(row({ freeMb: number, leastMb: number }))(rows.find(({ name }) => name === 'low_space')?.detail),
  )
