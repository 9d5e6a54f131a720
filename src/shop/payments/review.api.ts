import { ok, type FailureCode, type Result } from '#platform/failure/failure.ts'
import { refusalCodes } from '#shop/refusals/refusal-codes.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { callRead } from '#platform/supabase/call.ts'
import { backend, fileBackend, signedHeaders, type Backend } from '#platform/supabase/client.ts'
import {
  rangeOf,
  readFile,
  readLongList,
  searched,
  searchText,
  type ListQuery,
  type Page,
  type Reading,
} from '#platform/supabase/list-query.ts'
import { parseRecord, parseReviewPayment, type PaymentRecord, type ReviewPayment } from './review-rows.ts'
import type { PaymentDecision, PaymentStatus } from './payment.ts'
import { parsePapers, type Paper } from '#shop/papers/paper.ts'
import { sqlLines } from '#shop/seats/seats.api.ts'
import { accessToken } from '#platform/supabase/session.ts'
import { backendSettings } from '#platform/supabase/backend-config.ts'
import { boolean, from, list, number, row, text, type Of } from '#platform/text/wire.ts'
import { watchedFetch } from '#platform/supabase/watched-fetch.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { readRow } from '#platform/supabase/rows.ts'

const BUCKET = 'payments'
/** Characters; the database refuses more. */
export const MAX_NOTE_CHARACTERS = 500

const listed = (
  client: Backend,
  { search, event, tests }: Pick<ListQuery, 'search' | 'event' | 'tests'>,
  status: PaymentStatus | null,
) =>
  searched(
    client,
    ['get_payment_details', 'search_payments'],
    searchText(search) === undefined && event === undefined
      ? null
      : { p_search: searchText(search), p_status: status ?? undefined, p_event: event },
    tests,
  )

/** Lists payments; a `status` of null lists all. */
export function listPayments(query: ListQuery, status: PaymentStatus | null): Promise<Result<Page<ReviewPayment>>> {
  const run = async () => {
    const client = await backend({ console: true })
    const { ascending } = query.sort
    const found = matching(listed(client, query, status).select('*'), status, query.tests)
    // The list collapses one customer's many undecided payments; a search or an event has all.
    const shown = searchText(query.search) === undefined && !query.event ? found.is('collapsed', false) : found
    return shown
      .order(query.sort.column, { ascending })
      .order('payment_id', { ascending })
      .range(...rangeOf(query))
  }
  return readLongList({ name: 'payments', filter: status }, query, run, parseReviewPayment)
}

/** Reads the undecided payments that have waited longest, without collapsed ones, tests and a count. */
export const listOldestPending = (most: number): Promise<Result<ReviewPayment[]>> =>
  asStaff.rows(
    (client) =>
      matching(client.rpc('get_payment_details').select('*'), 'pending', false)
        .is('collapsed', false)
        .order('created_at')
        .order('payment_id')
        .limit(most),
    (rows) => rows.map(parseReviewPayment),
  )

const MAX_COLLAPSED_ROWS = 100

/** Reads the undecided payments that `listPayments` collapses, oldest first. */
export const listCollapsed = (userId: string): Promise<Result<ReviewPayment[]>> =>
  asStaff.rows(
    (client) =>
      client
        .rpc('get_payment_details')
        .select('*')
        .eq('user_id', userId)
        .eq('status', 'pending')
        .is('collapsed', true)
        .order('created_at')
        .limit(MAX_COLLAPSED_ROWS),
    (rows) => rows.map(parseReviewPayment),
  )

function matching<
  Q extends { eq: (column: 'status', value: string) => Q; is: (column: 'is_test', value: boolean) => Q },
>(rows: Q, status: PaymentStatus | null, tests?: boolean): Q {
  const found = status ? rows.eq('status', status) : rows
  return tests === undefined ? found : found.is('is_test', tests)
}

/** Reads all payments for a file, without test orders unless the query asks for them alone. */
export const everyPayment = <L = PaymentRecord>(
  query: Pick<ListQuery, 'search' | 'sort' | 'event' | 'tests'>,
  status: PaymentStatus | null,
  reading?: Reading<PaymentRecord, L>,
): Promise<Result<L[]>> =>
  readFile({ ...query, list: 'payments', search: searchText(query.search), filter: status }, parseRecord, reading)

/** Fails with `not_found` for an unknown id. */
export const readPayment = (id: string): Promise<Result<ReviewPayment>> =>
  readRow((client) => client.rpc('get_payment_details').select('*').eq('payment_id', id), parseReviewPayment)

/**
 * Reads the order code and the papers of a payment, which has none unless it was approved and paid. Refusal: forbidden
 * for box office staff who did not sell it.
 */
export const readPapers = (paymentId: string): Promise<Result<{ orderCode: string; papers: Paper[] }>> =>
  asStaff.read('read_papers', { p_payment_id: paymentId }, row({ orderCode: text, papers: parsePapers }))

const parseCounts = row({
  pending: number,
  approved: number,
  rejected: number,
  /** At most 100. */
  arrived: number,
  /** The database's text, to the microsecond; pass it as `since` next time. */
  newestAt: text,
})
/** Each up to MAX_COUNTED_ROWS + 1, test orders included, as the lists have them. */
export type PaymentCounts = Of<typeof parseCounts>

/** Counts payments by status, and those that arrived after `since` (null: none). */
export const countPayments = (since: string | null): Promise<Result<PaymentCounts>> =>
  asStaff.read('count_payments', { p_since: since ?? undefined }, parseCounts)

/**
 * Is idempotent. `note`: for the customer. Refusals: not_found, already_decided (detail: status, reviewer,
 * reviewed_at), own_payment, reference_approved, reference_of_refund, credit_used (order code), seats_lost (lines),
 * invalid.
 */
export const reviewPayment = (id: string, decision: PaymentDecision, note: string): Promise<Result<null>> =>
  asStaff.call('review_payment', { p_payment_id: id, p_decision: decision, p_note: note.trim() || undefined })

/** Prepares a rejection to send while the page closes; its outcome is not reported. Null when signed out. */
export async function rejectionToSend(id: string, note: string): Promise<(() => void) | null> {
  const token = await accessToken().catch(() => null)
  if (token === null) return null
  const { url } = backendSettings()
  return () =>
    void watchedFetch(`${url}/rest/v1/rpc/review_payment`, {
      method: 'POST',
      headers: { ...signedHeaders(token, 'console'), 'content-type': 'application/json' },
      body: JSON.stringify({ p_payment_id: id, p_decision: 'rejected', p_note: note.trim() || undefined }),
      keepalive: true,
    }).catch(() => undefined)
}

const parseDecision = row({
  id: from('payment_id', text),
  ok: boolean,
  code: from(
    'refusal',
    (refusal: { code: string } | null): FailureCode => refusalCodes.find((one) => one === refusal?.code) ?? 'server',
  ),
})

/** The database takes no more. */
const APPROVED_AT_ONCE = 100

export interface ManyApproved {
  approved: number
  refused: { id: string; code: FailureCode }[]
}

/** Approves each payment independently of the others. What was approved before a failure stays approved. */
export async function approvePayments(ids: readonly string[]): Promise<Result<ManyApproved>> {
  const all: ManyApproved = { approved: 0, refused: [] }
  for (let from = 0; from < ids.length; from += APPROVED_AT_ONCE) {
    const some = ids.slice(from, from + APPROVED_AT_ONCE)
    const decided = await asStaff.call('review_payments', { p_payment_ids: some }, list(parseDecision))
    if (!decided.ok) return decided
    const refused = decided.value.filter((one) => !one.ok)
    all.approved += some.length - refused.length
    all.refused.push(...refused.map(({ id, code }) => ({ id, code })))
  }
  return ok(all)
}

/**
 * Gives a payment other seats; its other lines keep theirs. Refusals: seats_taken (detail: taken lines), unknown_seat,
 * already_decided.
 */
export const reassignSeats = (paymentId: string, lines: readonly OrderLine[]): Promise<Result<null>> =>
  asStaff.call('reassign_seats', { p_payment_id: paymentId, p_lines: sqlLines(lines) })

/** Reads a screenshot. Trust nothing about the file but its pixels. */
export async function downloadScreenshot(path: string): Promise<Result<Blob>> {
  return callRead<Blob>(async () => {
    const { data, error } = await (await fileBackend({ console: true })).storage.from(BUCKET).download(path)
    return { data, error: (await isMissing(error)) ? { message: 'not_found' } : error }
  })
}

/** Storage says 404, or 400 with 404 in its body, of a file that is not there; supabase-js passes on the bare response. */
async function isMissing(refusal: unknown): Promise<boolean> {
  const { status, originalError } = (refusal ?? {}) as { status?: number; originalError?: unknown }
  if (status === 404) return true
  if (!(originalError instanceof Response)) return false
  if (originalError.status === 404) return true
  const body: unknown = await originalError
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'statusCode' in body && String(body.statusCode) === '404'
}
