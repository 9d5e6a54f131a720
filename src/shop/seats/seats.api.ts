import { ok, type Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { HeldLine } from '#shop/orders/order.ts'
import type { OrderLine } from '#shop/orders/order-line.ts'
import { isStanding } from './standing.ts'
import { list, ms, numberOf } from '#platform/text/wire-values.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { askShared, backend, publicBackend } from '#platform/supabase/client.ts'
import { storedSession } from '#platform/supabase/session.ts'

export interface TakenSeats {
  /** Server time, ms. */
  at: number
  /** Held, under review or sold; the caller's own purchases included. */
  taken: string[]
  mine: string[]
  /** Of standing places: how many are free; the caller's own are not. Null of seats. */
  free: number | null
}

/** The same for everyone: whose the seats are is not in it. */
export interface SharedSeats {
  version: string
  /** When to ask again, s. */
  again: number
  /** `at`: since when the seats are so. */
  seats: Omit<TakenSeats, 'mine'>
}

export interface SeatsWire {
  at: string
  taken?: string[] | null
  mine?: string[] | null
  free?: number
}

/** In full, or what changed `since` a version. */
interface SharedWire extends SeatsWire {
  version: string
  again?: number
  since?: string
  added?: string[]
  gone?: string[]
}

export interface HoldAnswer {
  orderId: string
  orderCode: string
  /** Milliseconds on the server's clock. */
  expiresAt: number
  serverTime: number
  extended: boolean
  lines: HeldLine[]
  subtotal: number
  gst: number
  localTax: number
  fee: number
  feeGst: number
  total: number
}

interface HoldWire {
  order_id: string
  order_code: string
  expires_at: string
  server_time: string
  extended: boolean
  lines: {
    ticket_category_id: string
    unit_price: number
    quantity: number
    /** Only where a code lowers the price. */
    full_price?: number
    gst_percent: number
    local_percent: number
    fee: number
    fee_gst_percent: number
  }[]
  subtotal: number
  gst: number
  local_tax: number
  fee: number
  fee_gst: number
  total: number
}

type SqlLine = { ticket_category_id: string; seats: string[] } | { ticket_category_id: string; count: number }

/** Lines as the database's functions take them: standing places by their number, which the server gives. */
export const sqlLines = (lines: readonly OrderLine[]): SqlLine[] =>
  lines.map(({ ticketCategoryId, seats }) =>
    isStanding(seats)
      ? { ticket_category_id: ticketCategoryId, count: seats.length }
      : { ticket_category_id: ticketCategoryId, seats },
  )

export const seatsOf = ({ at, taken, mine, free }: SeatsWire): TakenSeats => ({
  at: ms(at),
  taken: taken ?? [],
  mine: mine ?? [],
  free: free ?? null,
})

/** For visitors, too; `mine` needs a session. */
export async function takenSeats(ticketCategoryId: string): Promise<Result<TakenSeats>> {
  const answer = await callRead(async () => {
    const client = (await storedSession()) ? await backend() : await publicBackend()
    return client.rpc('taken_seats', { p_ticket_category_id: ticketCategoryId })
  })
  return parsedJson(answer, seatsOf)
}

/** Returns `mine` of the signed-in person; `taken` is empty. */
export async function heldSeats(ticketCategoryId: string): Promise<Result<TakenSeats>> {
  const answer = await callRead(async () =>
    (await backend()).rpc('my_held_seats', { p_ticket_category_id: ticketCategoryId }),
  )
  return parsedJson(answer, seatsOf)
}

/** When to ask again (s) where the server does not say: after a failure, and when it answered one person alone. */
export const AGAIN_S = 12
const MAX_AGAIN_S = 60

/**
 * Asks for what changed since the `known` seats, or for all of them. Null for a category that is not for everyone: hidden
 * until a code opens it, or a draft.
 */
export async function seatAvailability(
  ticketCategoryId: string,
  known?: SharedSeats | null,
): Promise<Result<SharedSeats | null>> {
  const answer = await callRead(async () => {
    const args = { p_ticket_category_id: ticketCategoryId, ...(known && { p_since: known.version }) }
    const said = await askShared('seat_availability', args)
    return said.status === 404 ? { data: null, error: null } : said
  })
  if (answer.ok && answer.value === null) return ok(null)
  const shared = parsedJson(answer, (value: SharedWire) => {
    const { version, again, since, added, gone } = value
    // A change of another version has no list of all.
    const taken =
      known && since === known.version
        ? [...new Set([...known.seats.taken, ...list(added)])].filter((seat) => !list(gone).includes(seat))
        : list(value.taken)
    const seats = { ...seatsOf(value), taken: taken.sort() }
    return { version, again: Math.min(Math.max(Number(again) || AGAIN_S, 1), MAX_AGAIN_S), seats }
  })
  return answer.ok && !shared.ok && known ? seatAvailability(ticketCategoryId) : shared
}

/**
 * Holds exactly these lines, all or none. Refusals: `seats_taken` (detail: lost lines), `held_too_long`, `too_many`,
 * `too_many_seats`, `not_on_sale`, `order_submitted`, `other_user`, `unknown_seat`, `code_unknown`, `code_ended`,
 * `code_used_up`, `code_seats` (detail: {code, seats}).
 */
export async function holdSeats(
  orderId: string,
  lines: readonly OrderLine[],
  code: string | null = null,
): Promise<Result<HoldAnswer>> {
  const answer = await call(async () =>
    (await backend()).rpc('hold_seats', {
      p_order_id: orderId,
      p_lines: sqlLines(lines),
      ...(code && { p_code: code }),
    }),
  )
  return parsedJson(answer, (value: HoldWire) => ({
    orderId: value.order_id,
    orderCode: value.order_code,
    expiresAt: ms(value.expires_at),
    serverTime: ms(value.server_time),
    extended: value.extended === true,
    lines: value.lines.map((line) => ({
      ticketCategoryId: line.ticket_category_id,
      unitPrice: toPaise(line.unit_price),
      quantity: numberOf(line.quantity),
      fullPrice: line.full_price === undefined ? null : toPaise(line.full_price),
      gstPercent: numberOf(line.gst_percent),
      localPercent: numberOf(line.local_percent),
      fee: toPaise(line.fee),
      feeGstPercent: numberOf(line.fee_gst_percent),
    })),
    subtotal: toPaise(value.subtotal),
    gst: toPaise(value.gst),
    localTax: toPaise(value.local_tax),
    fee: toPaise(value.fee),
    feeGst: toPaise(value.fee_gst),
    total: toPaise(value.total),
  }))
}

/** Extends the hold, once. Returns its end in ms on the server's clock. */
export async function extendHold(orderId: string): Promise<Result<number>> {
  const answer = await call(async () => (await backend()).rpc('extend_hold', { p_order_id: orderId }))
  return parsed(answer, ms)
}

/** Succeeds when there is nothing to release. */
export async function releaseSeats(orderId: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend()).rpc('release_seats', { p_order_id: orderId }))
  return parsed(answer, () => null)
}
