import { failed, ok, type Result } from '#platform/failure/failure.ts'
import type { OrderLine } from '#shop/orders/order-line.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { PAGE_ROWS } from '#platform/supabase/read-pages.ts'
import { backend, fileBackend, signedHeaders, type Backend } from '#platform/supabase/client.ts'
import {
  afterId,
  rangeOf,
  readEvery,
  readLongList,
  searchText,
  type ListQuery,
  type Page,
} from '#platform/supabase/list-query.ts'
import { parseReviewPayment, RECORD_COLUMNS, type PaymentRecord, type ReviewPayment } from './review-rows.ts'
import type { PaymentDecision, PaymentStatus } from './payment.ts'
import { sqlLines } from '#shop/seats/seats.api.ts'
import { accessToken } from '#platform/supabase/session.ts'
import { backendSettings } from '#platform/supabase/backend-config.ts'
import { watchedFetch } from '#platform/supabase/watched-fetch.ts'

/** Private bucket of payment screenshots. */
const BUCKET = 'payments'
/** Longest note of a decision, in characters; the database refuses more. */
export const NOTE_MAX = 500

/** The list, or what a search finds of it, counted; `every` with the id that its pages begin after. */
const listed = (
  client: Backend,
  search: string | undefined,
  status: PaymentStatus | null,
  every?: { after: string | null },
) =>
  search === undefined
    ? client.rpc('get_payment_details')
    : (client.rpc(
        'search_payments',
        { p_search: search, p_status: status ?? undefined, ...afterId(every?.after ?? null, every !== undefined) },
        every ? {} : { count: 'exact' },
      ) as unknown as ReturnType<typeof client.rpc<'get_payment_details'>>)

/** One page of payments of a status (null: of all). */
export function listPayments(query: ListQuery, status: PaymentStatus | null): Promise<Result<Page<ReviewPayment>>> {
  const run = async () => {
    const client = await backend({ console: true })
    const { ascending } = query.sort
    const found = matching(listed(client, searchText(query.search), status).select('*'), status)
    // A search finds all; the list itself says of one customer's flood only that there is more.
    const shown = searchText(query.search) === undefined ? found.is('collapsed', false) : found
    return shown
      .order(query.sort.column, { ascending })
      .order('payment_id', { ascending })
      .range(...rangeOf(query))
  }
  return readLongList({ name: 'payments', filter: status }, query, run, parseReviewPayment)
}

/** Undecided payments of a customer that `listPayments` leaves out, shown at most. */
const MAX_COLLAPSED_ROWS = 100

/** The undecided payments of a customer that `listPayments` leaves out, oldest first. */
export async function listCollapsed(userId: string): Promise<Result<ReviewPayment[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true }))
      .rpc('get_payment_details')
      .select('*')
      .eq('user_id', userId)
      .eq('status', 'pending')
      .is('collapsed', true)
      .order('created_at')
      .limit(MAX_COLLAPSED_ROWS),
  )
  return parsed(answer, (rows) => rows.map(parseReviewPayment))
}

/** The status of a list, whatever is read of it. */
function matching<Q extends { eq: (column: 'status', value: string) => Q }>(rows: Q, status: PaymentStatus | null): Q {
  return status ? rows.eq('status', status) : rows
}

/** Every payment that the list has on all its pages together. */
export function everyPayment(
  query: Pick<ListQuery, 'search' | 'sort'>,
  status: PaymentStatus | null,
  onRows?: (n: number) => void,
): Promise<Result<PaymentRecord[]>> {
  return readEvery(
    async (after) => {
      const client = await backend({ console: true })
      const found = listed(client, searchText(query.search), status, { after })
      const rows = matching(found.select(RECORD_COLUMNS), status)
      return (after ? rows.gt('payment_id', after) : rows).order('payment_id').limit(PAGE_ROWS)
    },
    { key: 'payment_id', sort: query.sort, parse: parseReviewPayment, onRows },
  )
}

/** One payment as it stands now; not_found when there is none of this id. */
export async function readPayment(id: string): Promise<Result<ReviewPayment>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('get_payment_details').select('*').eq('payment_id', id),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([row]) => parseReviewPayment(row!))
}

/** As far as lists count: one more than MAX_COUNTED_ROWS when there are others. */
export interface PaymentCounts {
  pending: number
  approved: number
  rejected: number
  /** How many came after the moment that was asked about, at most 100. */
  arrived: number
  /** When the newest came, to ask about next. As the database wrote it, to the microsecond. */
  newestAt: string
}

/** How many payments stand in each state, and how many came since (null: none). */
export async function countPayments(since: string | null): Promise<Result<PaymentCounts>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('count_payments', { p_since: since ?? undefined }),
  )
  return parsedJson(answer, (value: Record<string, unknown>) => ({
    pending: Number(value.pending),
    approved: Number(value.approved),
    rejected: Number(value.rejected),
    arrived: Number(value.arrived),
    newestAt: String(value.newest_at),
  }))
}

/**
 * Decides a payment; the same decision again changes nothing. `note` is what the customer reads, '' for none.
 * Refusals: already_decided (detail: status, reviewer, reviewed_at), own_payment, reference_approved, reference_of_refund,
 * credit_used (detail: that order's code), seats_lost (detail: the lost seats shaped like lines), invalid, not_found.
 */
export async function reviewPayment(id: string, decision: PaymentDecision, note: string): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('review_payment', {
      p_payment_id: id,
      p_decision: decision,
      p_note: note.trim() || undefined,
    }),
  )
  return answer.ok ? ok(null) : answer
}

/**
 * A rejection that can be sent while the page is closed: by then its session could no longer be looked up. Null when
 * nobody is signed in. What becomes of it, nobody hears: the list says it when it is opened again.
 */
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

/** What `review_payments` says of each. */
interface DecisionWire {
  payment_id: string
  ok: boolean
  refusal: { code: string }
}

/** Payments of one request that are approved together; the database takes no more. */
const APPROVED_AT_ONCE = 100

export interface ManyApproved {
  approved: number
  /** Those that stay as they are, and why. */
  refused: { id: string; code: string }[]
}

/** Approves each of these payments by itself: a refused one hinders no other. What was approved before a failure stays so. */
export async function approvePayments(ids: readonly string[]): Promise<Result<ManyApproved>> {
  const all: ManyApproved = { approved: 0, refused: [] }
  for (let from = 0; from < ids.length; from += APPROVED_AT_ONCE) {
    const some = ids.slice(from, from + APPROVED_AT_ONCE)
    const answer = await call(async () =>
      (await backend({ console: true })).rpc('review_payments', { p_payment_ids: some }),
    )
    const decided = parsedJson(answer, (rows: DecisionWire[]) => rows.filter((row) => !row.ok))
    if (!decided.ok) return decided
    all.approved += some.length - decided.value.length
    all.refused.push(...decided.value.map((row) => ({ id: row.payment_id, code: row.refusal.code })))
  }
  return ok(all)
}

/**
 * Gives these lines of a payment other seats, as many as were paid for; lines that are not named keep theirs.
 * Refusals: seats_taken (detail: the seats somebody else has, shaped like lines), unknown_seat, already_decided.
 */
export async function reassignSeats(paymentId: string, lines: readonly OrderLine[]): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('reassign_seats', { p_payment_id: paymentId, p_lines: sqlLines(lines) }),
  )
  return answer.ok ? ok(null) : answer
}

/** The stored file of a payment's screenshot; nothing about it is to be trusted but its pixels. */
export async function downloadScreenshot(path: string): Promise<Result<Blob>> {
  return callRead<Blob>(async () => (await fileBackend({ console: true })).storage.from(BUCKET).download(path))
}
