import { ok, type Result } from '#platform/failure/failure.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { MAX_AGAIN_S } from './seat-map.ts'
import { isStanding } from './standing.ts'
import { isTrue, list, moment, number, or, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { callRead, parsedJson } from '#platform/supabase/call.ts'
import { askShared, backend, publicBackend } from '#platform/supabase/client.ts'
import { storedSession } from '#platform/supabase/session.ts'
import { asPerson } from '#platform/supabase/ask.ts'

/** The same for everyone: whose the seats are is not in it. */
export interface SharedSeats {
  version: string
  /** When to ask again, s. */
  again: number
  /** `at`: since when the seats are so. */
  seats: Omit<TakenSeats, 'mine'>
}

const labels = list(text)

/** In full, or what changed `since` a version. */
type SharedWire = Parameters<typeof seatsOf>[0] & {
  version: string
  again?: number
  since?: string
  added?: string[]
  gone?: string[]
}

const parseHoldAnswer = row({
  orderId: text,
  orderCode: text,
  /** Milliseconds on the server's clock. */
  expiresAt: moment,
  serverTime: moment,
  extended: isTrue,
  lines: list(
    row({
      ticketCategoryId: text,
      unitPrice: toPaise,
      quantity: number,
      /** Only where a code lowers the price. */
      fullPrice: orNull(toPaise),
      gstPercent: number,
      localPercent: number,
      fee: toPaise,
      feeGstPercent: number,
      includesGst: isTrue,
    }),
  ),
  subtotal: toPaise,
  gst: toPaise,
  localTax: toPaise,
  fee: toPaise,
  feeGst: toPaise,
  total: toPaise,
})
export type HoldAnswer = Of<typeof parseHoldAnswer>

type SqlLine = { ticket_category_id: string; seats: string[] } | { ticket_category_id: string; count: number }

/** Lines as the database's functions take them: standing places by their number, which the server gives. */
export const sqlLines = (lines: readonly OrderLine[]): SqlLine[] =>
  lines.map(({ ticketCategoryId, seats }) =>
    isStanding(seats)
      ? { ticket_category_id: ticketCategoryId, count: seats.length }
      : { ticket_category_id: ticketCategoryId, seats },
  )

export const seatsOf = row({
  /** Server time, ms. */
  at: moment,
  /** Held, under review or sold; the caller's own purchases included. */
  taken: or(list(text), []),
  mine: or(list(text), []),
  /** Of standing places: how many are free; the caller's own are not. Null of seats. */
  free: orNull(number),
})
export type TakenSeats = Of<typeof seatsOf>

/** Reads which seats are taken, for visitors, too; `mine` needs a session. */
export async function takenSeats(ticketCategoryId: string): Promise<Result<TakenSeats>> {
  const answer = await callRead(async () => {
    const client = (await storedSession()) ? await backend() : await publicBackend()
    return client.rpc('taken_seats', { p_ticket_category_id: ticketCategoryId })
  })
  return parsedJson(answer, seatsOf)
}

/** Returns `mine` of the signed-in person; `taken` is empty. */
export const heldSeats = (ticketCategoryId: string): Promise<Result<TakenSeats>> =>
  asPerson.read('my_held_seats', { p_ticket_category_id: ticketCategoryId }, seatsOf)

/** When to ask again (s) where the server does not say: after a failure, and when it answered one person alone. */
export const AGAIN_S = 12

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
    const changed = known && since === known.version
    const left = new Set(changed ? labels(gone) : [])
    const taken = changed
      ? [...new Set([...known.seats.taken, ...labels(added)])].filter((seat) => !left.has(seat))
      : labels(value.taken)
    const seats = { ...seatsOf(value), taken: taken.sort() }
    return { version, again: Math.min(Math.max(Number(again) || AGAIN_S, 1), MAX_AGAIN_S), seats }
  })
  return answer.ok && !shared.ok && known ? seatAvailability(ticketCategoryId) : shared
}

/**
 * Holds exactly these lines, all or none. Refusals: `seats_taken` (detail: lost lines), `held_too_long`, `too_many`,
 * `too_many_seats`, `not_on_sale`, `companion_seat` (detail: its lines), `order_submitted`, `other_user`, `unknown_seat`,
 * `code_unknown`, `code_ended`, `code_used_up`, `code_seats` (detail: {code, seats}).
 */
export const holdSeats = (
  orderId: string,
  lines: readonly OrderLine[],
  code: string | null = null,
): Promise<Result<HoldAnswer>> =>
  asPerson.call(
    'hold_seats',
    {
      p_order_id: orderId,
      p_lines: sqlLines(lines),
      ...(code && { p_code: code }),
    },
    parseHoldAnswer,
  )

/** Extends the hold, once. Returns its end in ms on the server's clock. */
export const extendHold = (orderId: string): Promise<Result<number>> =>
  asPerson.call('extend_hold', { p_order_id: orderId }, moment)

/** Succeeds when there is nothing to release. */
export const releaseSeats = (orderId: string): Promise<Result<null>> =>
  asPerson.call('release_seats', { p_order_id: orderId })
